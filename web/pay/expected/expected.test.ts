import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Link, readLink } from '../link.ts';
import { BATCH_VIEW, COLLECTOR, CONVERSION_VIEW, NATIVE_VIEW } from '../sample-forms.ts';
import { MASKED, PAYEE, VIEW } from '../sample-states.ts';
import { compareExpected, readExpected } from './expected.ts';

const PLAIN = `${PAYEE},USDC,sepolia,12.5`;

describe('what a link expects', () => {
  it.each(['', '#', '#other=1', '#unexpected=1', '#x=expect'])('is nothing in %j', (fragment) => {
    expect(readExpected(fragment)).toBe('none');
  });

  it.each([
    ['nothing', '#expect'],
    ['an empty text', '#expect='],
    ['too few parts', `#expect=${PAYEE},USDC,sepolia`],
    ['an empty part', `#expect=${PAYEE},,sepolia,12.5`],
    ['too many parts', `#expect=${PLAIN},USD,more`],
    ['an amount in another form', `#expect=${PAYEE},USDC,sepolia,12,50`],
    ['an amount in exponents', `#expect=${PAYEE},USDC,sepolia,1e3`],
    ['a negative amount', `#expect=${PAYEE},USDC,sepolia,-1`],
    ['a short hash', `#expect=sha256:${'0'.repeat(63)}`],
    ['a percent sign that stands for nothing', `#expect=${PLAIN}%`],
    ['the same twice', `#expect=${PLAIN}&expect=${PLAIN}`],
    ['one in other letters beside it', `#expect=${PLAIN}&EXPECT=${PLAIN}`],
    ['an empty one beside it', `#expect=${PLAIN}&expect`],
  ])('cannot be read where it is %s', (_, fragment) => {
    expect(readExpected(fragment)).toBe('unreadable');
  });
});

describe('a link is what is expected', () => {
  it.each([
    ['as it is written', PLAIN, VIEW],
    ['in other letters and digits', `${PAYEE.toLowerCase()},usdc,sepolia,012.500`, VIEW],
    ['encoded for an address', encodeURIComponent(PLAIN), VIEW],
    ['in a coin', `${PAYEE},ETH,sepolia,0.25`, NATIVE_VIEW],
    ['of an invoice in euros', `${PAYEE},USDC,sepolia,10,EUR`, CONVERSION_VIEW],
    ['where a part was paid', PLAIN, { ...VIEW, amount: '500000', paidAmount: '12000000' }],
    ['less the fees that the payee bears', `${PAYEE},USDC,sepolia,12.25`, withFee('payee')],
    ['without the fees on top', PLAIN, withFee('payer')],
  ])('%s', (_, expected, view) => {
    expect(compare(`#other=1&expect=${expected}`, view)).toBe('same');
  });

  it('by the hash of all its payments, in their order', () => {
    const lines = [
      `${COLLECTOR},USDC,sepolia,3`,
      `${PAYEE.toLowerCase()},ETH,sepolia,0.1`,
      `${PAYEE.toLowerCase()},USDC,sepolia,10,EUR`,
      `${PAYEE.toLowerCase()},USDC,sepolia,0`,
    ];
    expect(compare(`#expect=${hashOf(lines)}`, BATCH_VIEW)).toBe('same');
    expect(compare(`#expect=${hashOf(lines.toReversed())}`, BATCH_VIEW)).toBe('different');
  });
});

describe('a link is another one', () => {
  it.each([
    ['payee', `${COLLECTOR},USDC,sepolia,12.5`, VIEW],
    ['token', `${PAYEE},DAI,sepolia,12.5`, VIEW],
    ['network', `${PAYEE},USDC,base,12.5`, VIEW],
    ['amount', `${PAYEE},USDC,sepolia,12.500001`, VIEW],
    ['kind of amount', `${PAYEE},USDC,sepolia,11`, CONVERSION_VIEW],
    ['currency', `${PAYEE},USDC,sepolia,10,USD`, CONVERSION_VIEW],
    ['amount once a fee is taken from it', PLAIN, withFee('payee')],
    ['amount where a fee does not say who bears it', PLAIN, withFee('somebody')],
    ['amount by the plan’s own word', PLAIN, { ...VIEW, feePlan: { netRecipientAmountUsd: '1' } }],
    ['number of payments', PLAIN, BATCH_VIEW],
  ])('by its %s', (_, expected, view) => {
    expect(compare(`#expect=${expected}`, view)).toBe('different');
  });

  it('or cannot be compared while its payee is masked', () => {
    expect(compare(`#expect=${PLAIN}`, MASKED)).toBe('hidden');
  });
});

function compare(fragment: string, view: unknown): string {
  const expected = readExpected(fragment);
  if (typeof expected === 'string') throw new Error(`${fragment} is ${expected}`);
  return compareExpected(expected, linkOf(view));
}

function linkOf(view: unknown): Link {
  const link = readLink(view);
  if (typeof link === 'string') throw new Error(`the view is ${link}`);
  return link;
}

/** The link of the tests with a fee of a quarter of a dollar. */
function withFee(feeBearer: string): object {
  return { ...VIEW, feePlan: { fees: [{ feeBearer, calculatedAmountUsd: '0.25' }] } };
}

function hashOf(lines: readonly string[]): string {
  return `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
}
