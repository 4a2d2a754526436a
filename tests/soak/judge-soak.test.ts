import { describe, expect, it } from 'vitest';
import { findGrowth } from './judge-soak.ts';

describe('memory', () => {
  it('may grow in a short run, however long a busy machine takes for it', () => {
    expect(findGrowth({ earlyMb: 175, lateMb: 253 }, 1_000)).toEqual([]);
  });

  it('may not grow by more than a fifth in a long run', () => {
    expect(findGrowth({ earlyMb: 200, lateMb: 240 }, 20_000)).toEqual([]);
    expect(findGrowth({ earlyMb: 200, lateMb: 241 }, 20_000)).toEqual([
      'memory grew from 200 to 241 MB',
    ]);
  });
});
