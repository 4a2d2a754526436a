import { afterEach, describe, expect, it, vi } from 'vitest';
import { openLoop, runLater } from './loop.ts';

type State = { readonly at: 'idle' | 'busy'; readonly count: number };
type Event = 'work' | 'count' | 'nothing';

function next(state: State, event: Event): State {
  if (event === 'work') return { ...state, at: 'busy' };
  return event === 'count' ? { ...state, count: state.count + 1 } : state;
}

/** A loop, and what was done in which order. */
function loopNow(onEnter: (dispatch: (event: Event) => void) => void = () => undefined) {
  const done: string[] = [];
  const loop = openLoop<State, Event>({
    initial: { at: 'idle', count: 0 },
    next,
    show: ({ at, count }, before) => done.push(`show ${before.at} ${at} ${count}`),
    startsAnew: (before, state) => before.at !== state.at,
    enter: ({ at }) => {
      done.push(`enter ${at}`);
      onEnter(loop.dispatch);
    },
  });
  return { loop, done };
}

describe('a page', () => {
  it('shows a state before it begins the work of it', () => {
    const { loop, done } = loopNow();
    loop.dispatch('work');
    expect(done).toEqual(['show idle busy 0', 'enter busy']);
    expect(loop.state).toEqual({ at: 'busy', count: 0 });
  });

  it('does nothing on an event that changes nothing', () => {
    const { loop, done } = loopNow();
    loop.dispatch('nothing');
    expect(done).toEqual([]);
  });

  it('ends what a state began once it leaves it, and not while it stays', () => {
    const { loop, done } = loopNow();
    const { signal } = loop;
    loop.dispatch('count');
    expect(signal.aborted).toBe(false);
    loop.dispatch('work');
    expect(signal.aborted).toBe(true);
    expect(loop.signal.aborted).toBe(false);
    expect(done).toEqual(['show idle idle 1', 'show idle busy 1', 'enter busy']);
  });

  it('takes events that the work of a state dispatches at once', () => {
    const { loop, done } = loopNow((dispatch) => dispatch('count'));
    loop.dispatch('work');
    expect(done).toEqual(['show idle busy 0', 'enter busy', 'show busy busy 1']);
    expect(loop.state.count).toBe(1);
  });
});

describe('what is done later', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is done, unless the page has left its state by then', () => {
    vi.useFakeTimers();
    const { loop } = loopNow();
    const done: string[] = [];
    runLater(loop.signal, 1_000, () => done.push('of the state that was left'));
    loop.dispatch('work');
    runLater(loop.signal, 1_000, () => done.push('of this state'));
    vi.advanceTimersByTime(1_000);
    expect(done).toEqual(['of this state']);
  });
});
