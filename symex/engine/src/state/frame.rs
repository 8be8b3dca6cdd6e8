//! Register frames and the call stack.
use super::regs::Regs;
use std::rc::Rc;
use symtool_ir::Func;
use symtool_ir::layout::Region;

/// An active call. `R` is the type of the registers; the registers of a state in transit to another worker are a list.
#[derive(Clone, Debug)]
pub struct Frame<R = Regs> {
    /// The function that the call executes.
    pub func: Func,
    /// The step that runs next. For the frame of a caller, which waits for a return, this is the step of the call.
    pub pc: u32,
    /// The registers, which include the constants of the decoded function.
    pub regs: R,
    /// The region (object number) of the first stack slot. The other stack slots have the following regions.
    pub slots: Region,
    /// The number of stack slots.
    pub slot_count: u32,
    /// Further objects whose lifetime ends with the call: variable-length arrays, and the object that contains the
    /// variable arguments.
    pub extra: Vec<Region>,
    /// The address of the variable arguments; 0 if there are none.
    pub va_area: u64,
    /// The iteration of each loop around the step, outermost first. Iterations are counted only if states are
    /// merged or an unwinding bound is set.
    pub iterations: Vec<u32>,
}

/// The frames of the callers, innermost first. Copies of a state share the frames. The active frame is not part
/// of the stack.
#[derive(Clone, Debug, Default)]
pub struct CallStack {
    top: Option<Rc<Link>>,
}

#[derive(Clone, Debug)]
struct Link {
    frame: Frame,
    depth: usize,
    next: Option<Rc<Link>>,
}

impl CallStack {
    /// Returns the number of frames.
    pub fn depth(&self) -> usize {
        self.top.as_ref().map_or(0, |link| link.depth)
    }

    /// Pushes a frame as the innermost one.
    pub fn push(&mut self, frame: Frame) {
        let depth = self.depth() + 1;
        let next = self.top.take();
        self.top = Some(Rc::new(Link { frame, depth, next }));
    }

    /// Pops the innermost frame; `None` if the stack is empty. The frame is copied if another state shares it.
    pub fn pop(&mut self) -> Option<Frame> {
        let link = self.top.take()?;
        let (frame, next) = match Rc::try_unwrap(link) {
            Ok(mut link) => {
                let next = link.next.take();
                (std::mem::replace(&mut link.frame, Frame::nothing()), next)
            }
            Err(shared) => (shared.frame.clone(), shared.next.clone()),
        };
        self.top = next;
        Some(frame)
    }

    /// Returns the number of innermost frames that this stack does not share with `other`. If the depths
    /// differ, the result is the number of all frames.
    pub fn unshared(&self, other: &CallStack) -> usize {
        let links = |stack: &CallStack| {
            let top = stack.top.clone();
            std::iter::successors(top, |link| link.next.clone())
        };
        let same = |(a, b): &(Rc<Link>, Rc<Link>)| Rc::ptr_eq(a, b);
        let mut pairs = links(self).zip(links(other));
        if self.depth() != other.depth() {
            return self.depth();
        }
        let mut count = 0;
        while pairs.next().is_some_and(|pair| !same(&pair)) {
            count += 1;
        }
        count
    }

    /// Returns the stack without its innermost `count` frames.
    #[must_use]
    pub fn below(&self, count: usize) -> CallStack {
        let mut top = self.top.clone();
        for _ in 0..count {
            top = top.and_then(|link| link.next.clone());
        }
        CallStack { top }
    }

    /// Iterates over the frames, innermost first.
    pub fn iter(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(self.top.as_deref(), |link| link.next.as_deref())
            .map(|link| &link.frame)
    }
}

impl<R> Frame<R> {
    /// Returns the frame with its registers converted by `regs`. Used to pack and to unpack a state in transit to
    /// another worker.
    pub(crate) fn with_regs<S>(self, regs: impl FnOnce(R) -> S) -> Frame<S> {
        Frame {
            func: self.func,
            pc: self.pc,
            regs: regs(self.regs),
            slots: self.slots,
            slot_count: self.slot_count,
            extra: self.extra,
            va_area: self.va_area,
            iterations: self.iterations,
        }
    }
}

impl Frame {
    /// Returns a frame without registers and stack slots, whose fields the caller replaces.
    pub(crate) fn nothing() -> Frame {
        Frame {
            func: Func::from_u32(0),
            pc: 0,
            regs: Regs::default(),
            slots: Region::NULL,
            slot_count: 0,
            extra: Vec::new(),
            va_area: 0,
            iterations: Vec::new(),
        }
    }
}

impl Drop for Link {
    /// Drops the frames in a loop. Recursion over a long call stack would overflow the native stack.
    fn drop(&mut self) {
        let mut next = self.next.take();
        while let Some(link) = next {
            match Rc::try_unwrap(link) {
                Ok(mut link) => next = link.next.take(),
                Err(_) => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(pc: u32) -> Frame {
        Frame {
            pc,
            ..Frame::nothing()
        }
    }

    #[test]
    fn copies_of_a_stack_are_independent() {
        let mut one = CallStack::default();
        for pc in 0..3 {
            one.push(frame(pc));
        }
        let mut two = one.clone();
        assert_eq!(one.pop().map(|f| f.pc), Some(2));
        one.push(frame(7));
        assert_eq!(one.iter().map(|f| f.pc).collect::<Vec<_>>(), [7, 1, 0]);
        assert_eq!(two.iter().map(|f| f.pc).collect::<Vec<_>>(), [2, 1, 0]);
        assert_eq!(two.depth(), 3);
        assert_eq!(two.pop().map(|f| f.pc), Some(2));
    }

    #[test]
    fn a_million_frames_are_dropped() {
        let mut stack = CallStack::default();
        for pc in 0..1_000_000 {
            stack.push(frame(pc));
        }
        drop(stack);
    }
}
