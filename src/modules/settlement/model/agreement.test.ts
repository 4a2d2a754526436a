import { describe, expect, it } from 'vitest';
import { agreementOf } from './agreement.ts';

describe('nodes agree', () => {
  it.each([
    [{ agree: 2, disagree: [] }, 2, 'agreed'],
    [{ agree: 5, disagree: [] }, 2, 'agreed'],
    [{ agree: 1, disagree: [] }, 2, 'short'],
    [{ agree: 0, disagree: [] }, 1, 'short'],
    [{ agree: 9, disagree: ['2'] }, 2, 'disputed'],
    [{ agree: 0, disagree: ['1', '2', '3'] }, 2, 'disputed'],
  ] as const)('%o of %i needed: %s', (said, needed, agreement) => {
    expect(agreementOf(said, needed)).toBe(agreement);
  });
});
