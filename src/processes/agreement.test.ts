import { describe, expect, it } from 'vitest';
import type { Agreement } from '#platform/config/value-forms.ts';
import { agreementFor, sayAgreement } from './agreement.ts';

function ruleOf(urls: readonly string[], set?: Agreement) {
  const agreement = new Map(set === undefined ? [] : [['base', set] as const]);
  return agreementFor({ agreement }, new Map([['base', urls]]), 'base');
}

const ONE = 'https://base.example.org/key';
const OTHER = 'https://example.net';

describe('how many nodes must agree', () => {
  it('is two where two or more are configured, unless a setting says otherwise', () => {
    expect(ruleOf([ONE, OTHER]).needed).toBe(2);
    expect(ruleOf([ONE, OTHER, 'https://third.example']).needed).toBe(2);
    expect(ruleOf([ONE, OTHER], 1).needed).toBe(1);
    expect(ruleOf([ONE, OTHER], 'off').needed).toBeUndefined();
    expect(ruleOf([ONE]).needed).toBeUndefined();
    expect(ruleOf([]).needed).toBeUndefined();
  });

  it('counts the URLs of one domain as one node, and streams as none', () => {
    expect(ruleOf([ONE, 'https://eu.example.org/other-key', 'https://EXAMPLE.org.:8545'])).toEqual({
      needed: undefined,
      nodes: 1,
    });
    expect(ruleOf([ONE, 'wss://stream.example.net'])).toEqual({ needed: undefined, nodes: 1 });
  });

  it('distinguishes nodes without a domain by address and port', () => {
    expect(ruleOf(['http://10.0.0.5:8545', 'http://10.0.1.5:8545']).nodes).toBe(2);
    expect(ruleOf(['http://localhost:8545', 'http://localhost:8546']).nodes).toBe(2);
    expect(ruleOf(['http://[::1]:8545', 'http://[::1]:8545/key']).nodes).toBe(1);
  });

  it('is said with the reason where the word of one is enough', () => {
    const text = (urls: readonly string[], set?: Agreement) =>
      sayAgreement(ruleOf(urls, set), 'base');
    expect(text([ONE, OTHER])).toBe('2 of 2 nodes must agree before a payment counts');
    expect(text([ONE, OTHER], 'off')).toContain('AGREEMENT_BASE turns agreement off');
    expect(text([ONE])).toContain('RPC_URL_BASE names no second one');
  });
});
