import { describe, expect, it } from 'vitest';
import { openHedgeBudget, queryInOrder } from './query-in-order.ts';

const never = () => new Promise<string>(() => undefined);
const answers = (text: string) => async () => text;
const fails = (text: string) => async (): Promise<string> => {
  throw new Error(text);
};
const late = 3_600_000;

describe('querying in order', () => {
  it('queries the next only when one fails, and throws the last failure', async () => {
    let queried = 0;
    const counting = async () => {
      queried += 1;
      return 'second';
    };
    const attempts = [fails('first'), counting, counting].map((start) => ({
      start,
      hedgeAfterMs: late,
    }));
    expect(await queryInOrder(attempts, () => true)).toBe('second');
    expect(queried).toBe(1);
    const failing = [fails('a'), fails('b')].map((start) => ({ start, hedgeAfterMs: late }));
    await expect(queryInOrder(failing, () => true)).rejects.toThrow('b');
    await expect(queryInOrder([], () => true)).rejects.toBeUndefined();
  });

  it('queries the next in parallel to a slow one, where it may, and a third when that fails', async () => {
    const attempts = [never, fails('b'), answers('c')].map((start) => ({ start, hedgeAfterMs: 5 }));
    expect(await queryInOrder(attempts, () => true)).toBe('c');
  });

  it('never queries a second one in parallel where it may not', async () => {
    let queried = 0;
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return 'first';
    };
    const counting = async () => {
      queried += 1;
      return 'second';
    };
    const attempts = [slow, counting].map((start) => ({ start, hedgeAfterMs: 5 }));
    expect(await queryInOrder(attempts, () => false)).toBe('first');
    expect(queried).toBe(0);
  });
});

describe('the budget of second questions', () => {
  it('is twenty at once, and then one for every ten questions', () => {
    let spent = 0;
    const budget = openHedgeBudget(() => {
      spent += 1;
    });
    const spendAll = () => {
      const before = spent;
      while (budget.spend());
      return spent - before;
    };
    expect(spendAll()).toBe(20);
    for (let i = 0; i < 95; i += 1) budget.earn();
    expect(spendAll()).toBe(9);
  });
});
