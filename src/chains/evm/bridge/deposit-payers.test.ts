import {
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  pad,
  parseAbiParameters,
  zeroAddress,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { spokePoolAbi } from '#catalog/abis/bridge.ts';
import { BRIDGES } from '#catalog/bridge.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';
import { hex, SOURCE_USDC, SOURCE_USDT } from '../../../../tests/support/route-sample.ts';
import { type EventLog, eventOf } from '../../events/event-log.ts';
import { depositPayers } from './deposit-payers.ts';

const ACCOUNT = '0x5555555555555555555555555555555555555555';
const OTHER_ACCOUNT = '0x7777777777777777777777777777777777777777';
const KEY = '0x6666666666666666666666666666666666666666';
const POOL = '0x9999999999999999999999999999999999999999';
const UNLISTED = '0xabababababababababababababababababababab';
const network = NETWORKS['arbitrum-one'];
const { diamond, spokePool, feeForwarder } = BRIDGES['arbitrum-one'];

const log = (address: string, topics: readonly Hex[], data: Hex): EventLog =>
  eventOf({ address: hex(address), topics, data, logIndex: 0 });

const wordsOf = (topics: readonly (Hex | Hex[] | null)[]) =>
  topics.flat().filter((one) => one !== null);

/** The own log of a token that moved from one address to another. */
function moved([from, to]: readonly [string, string], units: bigint, token: string = SOURCE_USDC) {
  const args = { from: hex(from), to: hex(to) };
  const topics = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args });
  const data = encodeAbiParameters(parseAbiParameters('uint256'), [units]);
  return log(token, wordsOf(topics), data);
}

const DATA = parseAbiParameters(
  'bytes32, bytes32, uint256, uint256, uint32, uint32, uint32, bytes32, bytes32, bytes',
);

/** The bridge's log of a deposit in the name of the key. */
function deposited(depositId: bigint, units: bigint, token: string = SOURCE_USDC): EventLog {
  const args = { destinationChainId: 8_453n, depositId, depositor: pad(hex(KEY)) };
  const topics = encodeEventTopics({ abi: spokePoolAbi, eventName: 'FundsDeposited', args });
  const word = pad(hex(KEY));
  const data = encodeAbiParameters(DATA, [
    ...([pad(hex(token)), word, units, units, 1, 2, 3] as const),
    ...([word, word, '0x'] as const),
  ]);
  return log(spokePool, wordsOf(topics), data);
}

const payersOf = (...logs: readonly EventLog[]) =>
  depositPayers(logs, { network, diamond, spokePool });

/** What a route without a swap shows, whose fee is apart. */
const routeOf = (account: string, depositId: bigint, units = 100n) => [
  moved([account, diamond], units + 2n),
  moved([diamond, feeForwarder], 2n),
  moved([diamond, spokePool], units),
  deposited(depositId, units),
];

describe('the payer of a deposit that a contract made', () => {
  it('is the account whose tokens the diamond took, all of them, with the key that they came from', () => {
    expect(payersOf(moved([KEY, ACCOUNT], 102n), ...routeOf(ACCOUNT, 1n))).toEqual([
      {
        depositId: 1n,
        payerAddress: ACCOUNT,
        tokenAddress: SOURCE_USDC,
        units: 102n,
        pulledFrom: KEY,
      },
    ]);
  });

  it('is named by no key that sent too little along', () => {
    const [paid] = payersOf(moved([KEY, ACCOUNT], 101n), ...routeOf(ACCOUNT, 1n));
    expect(paid?.payerAddress).toBe(ACCOUNT);
    expect(paid?.pulledFrom).toBeUndefined();
  });

  it('is each account of a bundle of several, by its own deposit', () => {
    const found = payersOf(...routeOf(ACCOUNT, 1n), ...routeOf(OTHER_ACCOUNT, 2n, 50n));
    expect(found.map((one) => [one.depositId, one.payerAddress, one.units])).toEqual([
      [1n, ACCOUNT, 102n],
      [2n, OTHER_ACCOUNT, 52n],
    ]);
  });

  it.each([
    ['gives back', POOL],
    ['has made', zeroAddress],
  ])(
    'is the account with what it gave before a swap, whose result the exchange %s',
    (_what, from) => {
      const found = payersOf(
        moved([ACCOUNT, diamond], 103n, SOURCE_USDT),
        moved([diamond, POOL], 103n, SOURCE_USDT),
        moved([from, diamond], 101n),
        moved([diamond, spokePool], 101n),
        deposited(1n, 101n),
      );
      expect(found).toMatchObject([
        { payerAddress: ACCOUNT, tokenAddress: SOURCE_USDT, units: 103n },
      ]);
    },
  );

  it('is who called the bridge without the diamond', () => {
    expect(payersOf(moved([ACCOUNT, spokePool], 100n), deposited(1n, 100n))).toMatchObject([
      { payerAddress: ACCOUNT, units: 100n },
    ]);
  });

  it.each<[string, readonly EventLog[]]>([
    [
      'nothing moved, as for somebody named by a transfer of nothing',
      [moved([ACCOUNT, diamond], 0n), moved([diamond, spokePool], 100n), deposited(1n, 100n)],
    ],
    [
      'less was given than deposited',
      [moved([ACCOUNT, diamond], 1n), moved([diamond, spokePool], 100n), deposited(1n, 100n)],
    ],
    ['two gave tokens', [moved([OTHER_ACCOUNT, diamond], 1n), ...routeOf(ACCOUNT, 1n)]],
    [
      'what was given went to an earlier deposit',
      [...routeOf(ACCOUNT, 1n).slice(0, 3), deposited(9n, 0n), deposited(1n, 100n)],
    ],
    [
      'the token is not listed, so that it may say anything',
      [moved([ACCOUNT, spokePool], 100n, UNLISTED), deposited(1n, 100n, UNLISTED)],
    ],
  ])('is nobody where %s', (_what, logs) => {
    expect(payersOf(...logs).filter(({ depositId }) => depositId === 1n)).toEqual([]);
  });
});
