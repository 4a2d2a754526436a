/** A page that goes on: it takes events, and does what each state asks for. */
export interface Loop<State, Event> {
  /** Aborted once the page has left the state that it is in when this is read. */
  readonly signal: AbortSignal;
  readonly state: State;
  /** Moves the page on. An event that changes nothing shows and begins nothing. */
  dispatch(event: Event): void;
}

interface LoopParts<State, Event> {
  readonly initial: State;
  /** Pure; an event that does not apply to a state returns that state itself. */
  readonly next: (state: State, event: Event) => State;
  /** Shows a state, before any work of it begins. */
  readonly show: (state: State, before: State) => void;
  /** Whether the work of a state begins anew, where the state before has the same name too. */
  readonly startsAnew: (before: State, state: State) => boolean;
  /** Does the work of a state, and ends by dispatching what came of it. */
  readonly enter: (state: State) => void;
}

/** Opens a loop at its first state, of which nothing is shown or begun yet. */
export function openLoop<State, Event>(parts: LoopParts<State, Event>): Loop<State, Event> {
  let { initial: state } = parts;
  let left = new AbortController();
  return {
    get signal() {
      return left.signal;
    },
    get state() {
      return state;
    },
    dispatch(event) {
      const before = state;
      state = parts.next(before, event);
      if (state === before) return;
      parts.show(state, before);
      if (!parts.startsAnew(before, state)) return;
      left.abort();
      left = new AbortController();
      parts.enter(state);
    },
  };
}

/** Does something later, unless the page has left its state by then. */
export function runLater(signal: AbortSignal, waitMs: number, work: () => void): void {
  const timer = setTimeout(work, waitMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
