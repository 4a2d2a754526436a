import { describe, expect, it } from 'vitest';
import { agreementOf, isSingleNode } from './agreement.ts';

describe('nodes agree', () => {
  it.each([
    [{ agree: 2, disagree: [] }, 2, 'agreed'],
    [{ agree: 5, disagree: [] }, 2, 'agreed'],
    [{ agree: 1, disagree: [] }, 2, 'insufficient'],
    [{ agree: 0, disagree: [] }, 1, 'insufficient'],
    [{ agree: 9, disagree: ['2'] }, 2, 'disputed'],
    [{ agree: 0, disagree: ['1', '2', '3'] }, 2, 'disputed'],
  ] as const)('%o of %i needed: %s', (said, needed, agreement) => {
    expect(agreementOf(said, needed)).toBe(agreement);
  });
});

describe('the word of one node', () => {
  const alone = { isAlone: true, areOthersAbsent: true };
  it.each([
    [{ agree: 1, disagree: [], ...alone }, true],
    [{ agree: 1, disagree: [], ...alone, isAlone: false }, false],
    [{ agree: 1, disagree: [], ...alone, areOthersAbsent: false }, false],
    [{ agree: 0, disagree: [], ...alone }, false],
    // Of two addresses of one owner, who alone answers.
    [{ agree: 1, disagree: ['2'], ...alone }, false],
  ] as const)('%o: %s', (said, isSingle) => {
    expect(isSingleNode(said)).toBe(isSingle);
  });
});
