import { describe, expect, it } from 'vitest';
import { NETWORKS, type Network } from '#catalog/networks.ts';
import type { DestinationAccessPolicy } from '#modules/destinations/index.ts';
import { PaymentAccessPolicy, settleAccess } from './access-policy.ts';

const MIXED = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const ONES = '0x1111111111111111111111111111111111111111';
const TRON = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
const field = 'requests[0].destinationId';

const policy = (more: Partial<DestinationAccessPolicy> = {}) => ({
  policy: {
    mode: 'off',
    screeningProvider: null,
    hideUntilApproved: false,
    hidePayeeAddress: false,
    ...more,
  } as const,
  field,
});

type Inherited = Parameters<typeof settleAccess>[1];

const settle = (
  input: unknown,
  inherited: Inherited = [policy()],
  network: Network = NETWORKS.base,
) => settleAccess(PaymentAccessPolicy.optional().parse(input), inherited, network);

describe('who may pay a link', () => {
  it.each([
    ['no policy at all', undefined],
    ['an empty one', {}],
    ['an empty list', { allowedPayerAddresses: [] }],
    ['no screening', { mode: 'off', screeningProvider: null }],
  ])('is everybody with %s', (_, input) => {
    expect(settle(input)).toEqual({
      restrictsPayers: false,
      allowedPayers: [],
      hidesUntilApproved: false,
      hidesPayee: false,
    });
    expect(settle(input, [{ policy: null, field }]).restrictsPayers).toBe(false);
  });

  it('is who is on the list, EVM in any case, each once', () => {
    const allowedPayerAddresses = [
      ONES,
      MIXED.toLowerCase(),
      `0x${MIXED.slice(2).toUpperCase()}`,
      MIXED,
    ];
    expect(settle({ allowedPayerAddresses })).toMatchObject({
      restrictsPayers: true,
      allowedPayers: [ONES, MIXED],
    });
  });

  it('is who is on the list, Tron exactly', () => {
    const input = { allowedPayerAddresses: [TRON, ONES] };
    expect(settle(input, [], NETWORKS.tron).allowedPayers).toEqual([TRON]);
    expect(settle(input, [], NETWORKS.base).allowedPayers).toEqual([ONES]);
  });

  it.each([
    ['nothing', [ONES, ''], '[1] must be 0x and 40 hexadecimal digits'],
    ['half an address', [ONES.slice(2)], '[0] must be 0x and 40'],
    ['a name', ['shop.eth'], '[0] must be 0x and 40'],
    ['a mistyped one', [MIXED.replace('Cc', 'cC')], `[0] has a wrong checksum; the right spelling`],
    ['nobody', [`0x${'0'.repeat(40)}`], '[0] must not be the zero address'],
    ['a Tron address in another case', [TRON.toLowerCase()], '[0] must be 0x and 40'],
    [
      'only wallets of other chains',
      [TRON],
      ' has no wallet that can pay: none is an address on Base',
    ],
  ])('cannot be %s', (_, allowedPayerAddresses, message) => {
    expect(() => settle({ allowedPayerAddresses })).toThrow(
      `accessPolicy.allowedPayerAddresses${message}`,
    );
  });

  it.each([
    [
      'more wallets than a list takes',
      { allowedPayerAddresses: Array(1_001).fill(ONES) },
      '1000 items',
    ],
    ['a wallet that is a number', { allowedPayerAddresses: [1] }, 'string'],
    ['a wallet of a page', { allowedPayerAddresses: ['0'.repeat(101)] }, 'must hold addresses'],
    ['null for a list', { allowedPayerAddresses: null }, 'array'],
    ['an unknown field', { deniedPayerAddresses: [ONES] }, 'deniedPayerAddresses'],
    ['an unknown mode', { mode: 'on' }, 'inherit'],
  ])('cannot be said with %s', (_, input, message) => {
    expect(PaymentAccessPolicy.safeParse(input).error?.message).toContain(message);
  });
});

describe('what a link says counts before its destination, field by field', () => {
  const hiding = policy({ hideUntilApproved: true, hidePayeeAddress: true });
  it('what it leaves out it takes over', () => {
    const all = { hidesUntilApproved: true, hidesPayee: true };
    expect(settle(undefined, [hiding])).toMatchObject(all);
    expect(settle({ mode: 'off' }, [hiding])).toMatchObject(all);
    expect(settle({ allowedPayerAddresses: [ONES] }, [hiding])).toMatchObject(all);
  });

  it('what it says it changes', () => {
    expect(settle({ hidePayeeAddress: false }, [hiding])).toMatchObject({
      hidesUntilApproved: true,
      hidesPayee: false,
    });
    expect(settle({ hidePayeeAddress: true, hideUntilApproved: true })).toMatchObject({
      hidesUntilApproved: true,
      hidesPayee: true,
    });
  });

  it('and of several destinations the strictest counts', () => {
    expect(settle(undefined, [policy(), policy({ hidePayeeAddress: true })]).hidesPayee).toBe(true);
  });
});

describe('screening, which is not built', () => {
  const screened = policy({ mode: 'kyt_all_wallets', screeningProvider: 'hypernative' });
  it.each([
    ['of the link', { mode: 'kyt_all_wallets', screeningProvider: 'hypernative' }, policy()],
    ['of the destination', undefined, screened],
    ['of the destination, inherited', { mode: 'inherit' }, screened],
    ['of the destination, with a list', { allowedPayerAddresses: [ONES] }, screened],
  ])('is refused and never ignored: %s', (_, input, inherited) => {
    expect(() => settle(input, [inherited])).toThrow(
      expect.objectContaining({ status: 400, code: 'access_policy_not_supported' }),
    );
  });

  it('can be switched off by the link', () => {
    expect(settle({ mode: 'off' }, [screened]).restrictsPayers).toBe(false);
  });

  it('needs no provider where there is none', () => {
    expect(() => settle({ mode: 'off', screeningProvider: 'hypernative' })).toThrow(
      'accessPolicy.screeningProvider must be null where no wallet is screened',
    );
  });
});
