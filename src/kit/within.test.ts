import { getActiveResourcesInfo } from 'node:process';
import { describe, expect, it } from 'vitest';
import { within } from './within.ts';

const timers = () => getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const never = new Promise<string>(() => undefined);

describe('work within a time', () => {
  it('answers what it answers, also undefined, and leaves no timer behind', async () => {
    const before = timers();
    expect(await within(60_000, Promise.resolve(undefined), () => 'late')).toBeUndefined();
    expect(await within(60_000, Promise.resolve('done'), () => 'late')).toBe('done');
    expect(timers()).toBe(before);
  });

  it('fails as it fails', async () => {
    const failure = Promise.reject(new Error('broken'));
    await expect(within(60_000, failure, () => 'late')).rejects.toThrow('broken');
  });

  it('that takes longer is given up, by an answer or an error', async () => {
    expect(await within(1, never, () => 'late')).toBe('late');
    const late = () => {
      throw new Error('too late');
    };
    await expect(within(1, never, late)).rejects.toThrow('too late');
  });

  it('that fails once nobody waits for it ends no process', async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    expect(await within(1, promise, () => 'late')).toBe('late');
    reject(new Error('afterwards'));
    await new Promise((resolve) => setImmediate(resolve));
  });
});
