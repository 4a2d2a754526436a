import { describe, expect, it } from 'vitest';
import { type Machine, next, toMermaid } from './machine.ts';

const example: Machine<'open' | 'shut', 'push' | 'pull'> = {
  open: { push: 'shut' },
  shut: { pull: 'open' },
};

describe('a table of states', () => {
  it('moves as written and in no other way', () => {
    expect(next(example, 'open', 'push')).toBe('shut');
    expect(next(example, 'open', 'pull')).toBeUndefined();
  });

  it('can be rendered as a diagram', () => {
    expect(toMermaid(example)).toBe(
      'stateDiagram-v2\n  open --> shut: push\n  shut --> open: pull',
    );
  });
});
