//! Two ways to merge paths: before execution (CFM-SE) and during it
