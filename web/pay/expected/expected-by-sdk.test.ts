import { describe, expect, it } from 'vitest';
import { type ExpectedPayment, expectPayment, expectPayments } from '../../../sdk/src/index.ts';
import { expectPayments as expectOnTheWeb } from '../../../sdk/src/web.ts';
import { readLink } from '../link.ts';
import { BATCH_VIEW, COLLECTOR, CONVERSION_VIEW, NATIVE_VIEW } from '../sample-forms.ts';
import { PAYEE, VIEW } from '../sample-states.ts';
import { compareExpected, readExpected } from './expected.ts';

const LINK = 'https://pay.example/?token=01KTOKEN';
const PLAIN = { payee: PAYEE, token: 'USDC', network: 'sepolia', amount: '12.5' };

describe('a link written by the SDK', () => {
  it('says behind # what it is to pay, and stays the same link', () => {
    expect(expectPayment(LINK, PLAIN)).toBe(`${LINK}#expect=${PAYEE},USDC,sepolia,12.5`);
  });

  it.each<[string, ExpectedPayment, object]>([
    ['a payment in a token', PLAIN, VIEW],
    ['a payment in a coin', { ...PLAIN, token: 'ETH', amount: '0.25' }, NATIVE_VIEW],
    ['an invoice in euros', { ...PLAIN, amount: '10', currency: 'EUR' }, CONVERSION_VIEW],
  ])('is read by the page as %s', (_, payment, view) => {
    expect(compare(expectPayment(LINK, payment), view)).toBe('same');
    expect(compare(expectPayment(LINK, { ...payment, amount: '11' }), view)).toBe('different');
  });

  it('keeps what else is behind #', () => {
    const link = expectPayment(`${LINK}#theme=dark`, PLAIN);
    expect(link).toContain('#theme=dark&expect=');
    expect(compare(link, VIEW)).toBe('same');
  });

  it('may name an address of Tron', () => {
    const payee = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
    const payment = { payee, token: 'USDT', network: 'tron', amount: '1' };
    expect(readExpected(new URL(expectPayment(LINK, payment)).hash)).toEqual({
      text: `${payee},USDT,tron,1`,
    });
  });
});

describe('a hash written by the SDK', () => {
  const EURO = { ...PLAIN, amount: '10', currency: 'EUR' };

  it.each<[string, ExpectedPayment, object]>([
    ['a payment in a token', PLAIN, VIEW],
    [
      'the same in another spelling',
      { ...PLAIN, payee: PAYEE.toLowerCase(), token: 'usdc', amount: '012.500' },
      VIEW,
    ],
    ['a payment in a coin', { ...PLAIN, token: 'ETH', amount: '0.25' }, NATIVE_VIEW],
    ['an invoice in euros', EURO, CONVERSION_VIEW],
  ])('is read by the page as %s, and shows nothing of it', (_, payment, view) => {
    const link = expectPayments(LINK, [payment]);
    expect(link).toMatch(/^https:\/\/pay\.example\/\?token=01KTOKEN#expect=sha256:[0-9a-f]{64}$/);
    expect(compare(link, view)).toBe('same');
    expect(compare(expectPayments(LINK, [{ ...payment, amount: '11' }]), view)).toBe('different');
  });

  it('is of all payments of a batch, in their order', () => {
    const payments = [
      { ...PLAIN, payee: COLLECTOR, amount: '3' },
      { ...PLAIN, token: 'ETH', amount: '0.1' },
      EURO,
      { ...PLAIN, amount: '0' },
    ];
    expect(compare(expectPayments(LINK, payments), BATCH_VIEW)).toBe('same');
    expect(compare(expectPayments(LINK, payments.toReversed()), BATCH_VIEW)).toBe('different');
    expect(compare(expectPayments(LINK, payments.slice(1)), BATCH_VIEW)).toBe('different');
  });

  it('is the same where it is made by WebCrypto', async () => {
    const payments = [PLAIN, EURO];
    expect(await expectOnTheWeb(LINK, payments)).toBe(expectPayments(LINK, payments));
    await expect(expectOnTheWeb(LINK, [])).rejects.toThrow('payments: must name');
  });

  it('is none of nothing, of what the page could not read, or beside another', () => {
    expect(() => expectPayments(LINK, [])).toThrow('payments: must name at least one');
    const wrong = [PLAIN, { ...PLAIN, amount: '1e3' }];
    expect(() => expectPayments(LINK, wrong)).toThrow('amount: must be');
    expect(() => expectPayments(expectPayment(LINK, PLAIN), [PLAIN])).toThrow('already');
  });
});

describe('what the page could not read', () => {
  it.each([
    ['payee', { payee: '' }],
    ['payee', { payee: '0x1234' }],
    ['payee', { payee: `${PAYEE},x` }],
    ['token', { token: 'USD,C' }],
    ['token', { token: '' }],
    ['network', { network: 'Sepolia' }],
    ['amount', { amount: '12,5' }],
    ['amount', { amount: '1e3' }],
    ['amount', { amount: '-1' }],
    ['amount', { amount: '12.5&expect=1' }],
    ['currency', { currency: 'eur' }],
    ['currency', { currency: '' }],
  ])('is refused by the name of its part, %s: %j', (part, wrong) => {
    expect(() => expectPayment(LINK, { ...PLAIN, ...wrong })).toThrow(`${part}: must be`);
  });

  it('is refused as a number, which loses digits', () => {
    const payment = Object.assign({ ...PLAIN }, { amount: 12.5 });
    expect(() => expectPayment(LINK, payment)).toThrow('amount: must be');
  });

  it.each(['#expect', '#expect=', '#x=1&EXPECT=1'])('is refused beside another: %s', (fragment) => {
    expect(() => expectPayment(LINK + fragment, PLAIN)).toThrow('has an #expect already');
  });

  it('is refused without a whole link', () => {
    expect(() => expectPayment('01KTOKEN', PLAIN)).toThrow('link: must be');
  });
});

function compare(url: string, view: unknown): string {
  const expected = readExpected(new URL(url).hash);
  const link = readLink(view);
  if (typeof expected === 'string' || typeof link === 'string') throw new Error('unreadable');
  return compareExpected(expected, link);
}
