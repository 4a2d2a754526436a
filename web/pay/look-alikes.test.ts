import { describe, expect, it } from 'vitest';
import { lookAlikes } from './look-alikes.ts';

const SHOP = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PLANTED = '0x7099000000000000000000000000000000dC79c8';
const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x2222222222222222222222222222222222222222';

const nobody = { own: OWN, paid: [] };

describe('a payee', () => {
  it('is named beside an earlier payee with a similar address, in any case of letters', () => {
    const paid = [OTHER, SHOP.toLowerCase()];
    expect(lookAlikes([PLANTED], { own: OWN, paid })).toEqual([
      { address: PLANTED, other: SHOP.toLowerCase(), kind: 'paid' },
    ]);
  });

  it('is named beside the one it resembles also after it was paid itself', () => {
    const paid = [PLANTED, SHOP];
    expect(lookAlikes([SHOP], { own: OWN, paid })).toMatchObject([{ other: PLANTED }]);
  });

  it('is named beside the wallet that pays', () => {
    const near = '0xF39f000000000000000000000000000000002266';
    expect(lookAlikes([near], nobody)).toEqual([{ address: near, other: OWN, kind: 'own' }]);
  });

  it('is not named for being paid again, in another case, or for being the payer', () => {
    const paid = [SHOP.toLowerCase()];
    expect(lookAlikes([SHOP, SHOP.toLowerCase(), OWN], { own: OWN, paid })).toEqual([]);
  });

  it.each([
    ['begins alike and ends otherwise', '0x7099000000000000000000000000000000dc79c9'],
    ['ends alike and begins otherwise', '0x7098000000000000000000000000000000dc79c8'],
  ])('that %s is not named', (_, payee) => {
    expect(lookAlikes([payee], { own: OWN, paid: [SHOP] })).toEqual([]);
  });
});

describe('payees of one link', () => {
  it('that look alike are named beside the first of them', () => {
    const third = '0x7099111111111111111111111111111111dc79c8';
    expect(lookAlikes([SHOP, OTHER, PLANTED, SHOP, third], nobody)).toEqual([
      { address: PLANTED, other: SHOP, kind: 'payee' },
      { address: third, other: SHOP, kind: 'payee' },
    ]);
  });

  it('are compared in one pass, for any number of similar ones', () => {
    const payees = Array.from(
      { length: 1_000 },
      (_, at) => `0x7099${at.toString(16).padStart(32, '0')}79c8`,
    );
    expect(lookAlikes(payees, nobody)).toHaveLength(999);
  });
});
