//! SSA construction while lowering.
