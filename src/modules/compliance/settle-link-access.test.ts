import { describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { WALLET_SCREENERS, type WalletScreenerName } from '#catalog/wallet-screeners.ts';
import type { DestinationAccessPolicy } from '#modules/destinations/index.ts';
import type { ScreeningPlan } from '#modules/screening/index.ts';
import type { WalletScreener } from '#providers/wallet-screener.ts';
import { PaymentAccessPolicy } from './model/access-policy.ts';
import { settleLinkAccess } from './settle-link-access.ts';

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

type Sources = Parameters<typeof settleLinkAccess>[2];
type Inherited = Sources['inherited'];
type Parts = Partial<Sources>;

/** Vendors that are configured: one for EVM networks with policies, one for all without. */
const screeners = new Map<WalletScreenerName, WalletScreener>(
  WALLET_SCREENERS.map((name) => [
    name,
    {
      name,
      covers: (network) => name === 'merklescience' || NETWORKS[network].family === 'evm',
      takesPolicies: name === 'hypernative',
      screen: () => Promise.reject(new Error('nothing is judged here')),
    },
  ]),
);

const settle = (input: unknown, inherited: Inherited = [policy()], parts: Parts = {}) => {
  const sources = { inherited, clientIdPlan: null, network: NETWORKS.base, ...parts };
  return settleLinkAccess({ screeners }, PaymentAccessPolicy.optional().parse(input), sources);
};

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
      screening: null,
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
    expect(settle(input, [], { network: NETWORKS.tron }).allowedPayers).toEqual([TRON]);
    expect(settle(input, []).allowedPayers).toEqual([ONES]);
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

const by = (provider: WalletScreenerName, policyId: string | null = null): ScreeningPlan => ({
  providers: [{ provider, policyId }],
});
const KYT = { mode: 'kyt_all_wallets', screeningProvider: 'hypernative' } as const;

describe('who judges wallets', () => {
  const screened = policy(KYT);
  const other = policy({ mode: 'kyt_all_wallets', screeningProvider: 'merklescience' });
  it.each([
    ['the link', [KYT, policy()], by('hypernative')],
    ['the destination', [undefined, screened], by('hypernative')],
    ['the destination, inherited', [{ mode: 'inherit' }, screened], by('hypernative')],
    ['the link before its destination', [KYT, other], by('hypernative')],
    ['the link, nobody, before its destination', [{ mode: 'off' }, screened], null],
  ] as const)('is said by %s', (_, [input, inherited], plan) => {
    expect(settle(input, [inherited]).screening).toEqual(plan);
  });

  it('is said by the plan of the client ID before all, which fixes nothing else', () => {
    const plan = { providers: [...by('merklescience').providers, ...by('hypernative').providers] };
    for (const input of [undefined, KYT, { mode: 'off' }]) {
      const settled = settle(
        { ...input, hidePayeeAddress: true, allowedPayerAddresses: [ONES] },
        [screened],
        { clientIdPlan: plan },
      );
      expect(settled).toMatchObject({ screening: plan, hidesPayee: true, allowedPayers: [ONES] });
    }
  });

  it('stands beside a list of wallets', () => {
    const settled = settle({ allowedPayerAddresses: [ONES] }, [screened]);
    expect(settled).toMatchObject({ restrictsPayers: true, screening: by('hypernative') });
  });

  it('cannot differ between the destinations of one link', () => {
    expect(() => settle(undefined, [screened, other])).toThrow('name one by accessPolicy');
    expect(settle(undefined, [screened, policy(), screened]).screening).toEqual(by('hypernative'));
  });

  it.each([
    ['a mode without a vendor', { mode: 'kyt_all_wallets' }, 'must be hypernative or'],
    ['a vendor with mode off', { ...KYT, mode: 'off' }, 'must be null where mode is off'],
    ['a vendor alone', { screeningProvider: 'hypernative' }, 'must be null where mode is inherit'],
  ])('is refused with %s', (_, input, message) => {
    expect(() => settle(input)).toThrow(`accessPolicy.screeningProvider ${message}`);
  });

  it('is refused where the vendor judges no wallets of the network', () => {
    const refused = expect.objectContaining({ status: 400, code: 'screening_not_available' });
    expect(() => settle(KYT, [], { network: NETWORKS.tron })).toThrow(refused);
    const input = { ...KYT, screeningProvider: 'merklescience' };
    expect(settle(input, [], { network: NETWORKS.tron }).screening).toEqual(by('merklescience'));
  });

  it('is refused where the vendor is not configured, whoever names it', () => {
    const sources = { inherited: [], clientIdPlan: null, network: NETWORKS.base };
    const none = { screeners: new Map() };
    const refused = expect.objectContaining({ status: 400, code: 'screening_not_available' });
    expect(() => settleLinkAccess(none, KYT, sources)).toThrow(refused);
    const inherited = { ...sources, inherited: [screened] };
    expect(() => settleLinkAccess(none, undefined, inherited)).toThrow(refused);
    const planned = { ...sources, clientIdPlan: by('hypernative') };
    expect(() => settleLinkAccess(none, { mode: 'off' }, planned)).toThrow(refused);
  });

  it('is refused with a policy that the vendor would ignore', () => {
    const plan = by('merklescience', 'e10bd3b9-89fc-4e78-8ffc-b5602adcfb34');
    expect(() => settle(undefined, [], { clientIdPlan: plan })).toThrow('takes no policy');
  });
});
