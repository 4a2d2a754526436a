import { pino } from 'pino';
import { manualClock } from '#kit/clock.ts';
import { openDataVault } from '#kit/data-vault.ts';
import { openVault, systemRandom } from '#kit/secret.ts';
import { idMaker, orderedIdMaker } from '#kit/ulid.ts';
import { silentMeter } from '#platform/metrics.ts';
import type { Context } from '../../src/context.ts';
import { connected } from './still-chain.ts';

/** When every test happens, unless it says otherwise. */
export const TEST_TIME = new Date('2026-01-02T03:04:05.000Z');

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The settings of a sandbox in which a payment counts at its first block. */
export const TEST_SETTINGS: Context['settings'] = {
  mode: 'sandbox',
  payUrl: 'http://localhost:8082',
  dashboardUrl: 'http://localhost:8083',
  payerAgreementUrl: 'http://localhost:8082/sandbox/agreement',
  ownOrigins: ['http://localhost:8082', 'http://localhost:8083'],
  dashboardOrigin: 'http://localhost:8083',
  secondFactor: 'optional',
  sessionCookieDomain: undefined,
  linkLifetimeMs: WEEK_MS,
  multicallChildrenMax: 150,
  multicallCrossChainChildrenMax: 20,
  conversion: { maxRateAgeSeconds: 90_000, slippageBps: 100 },
  protocolFee: undefined,
  sponsorshipFees: [],
  recurringRelayerFee: undefined,
  routeCost: { bps: 300, fixedUsd: '2' },
  relayBudgetOf: () => 10n ** 17n,
  relayTotalBudgetOf: () => 20n * 10n ** 17n,
  sponsorshipBudgetOf: () => 10n ** 17n,
  sponsorshipTotalBudgetOf: () => 20n * 10n ** 17n,
  webhookProcessorNames: {},
  sanctionsOracle: 'off',
  screeningTimeoutMs: 15_000,
  screeningRepeatMs: 24 * 3_600_000,
  personalDataRetentionDays: 0,
  webhookSwitchOffAfterMs: 5 * 24 * 3_600_000,
  webhookManagementProof: 'client_id',
  confirmationsFor: () => ({ by: 'depth', blocks: 1 }),
  amountStepsFor: () => [],
  agreement: { nodesFor: () => undefined, aboveDollars: 0n, aloneDollars: 0n },
  reconcileCallsPerHour: 600,
  firstBlockOf: () => undefined,
};

/**
 * A context in which every field is plausible: Florin itself acts, the clock stands still at
 * `TEST_TIME`, no network is connected and a payment counts at its first block. A test sets only
 * what it is about.
 */
export function testContext(parts: Partial<Context> & Pick<Context, 'db'>): Context {
  const now = parts.now ?? manualClock(TEST_TIME);
  const random = parts.random ?? systemRandom;
  return {
    actor: { kind: 'system' },
    now,
    newId: idMaker(now),
    newOrderedId: orderedIdMaker(now),
    random,
    vault: openVault('a key of the tests, which opens nothing else', random),
    dataVault: openDataVault([{ version: 1, bytes: Buffer.alloc(32, 7) }], random),
    requestMetadata: undefined,
    chains: connected(),
    routes: undefined,
    safes: undefined,
    identityProviders: undefined,
    bundlers: undefined,
    screeners: new Map(),
    offRamp: undefined,
    measureDisks: async () => [],
    throttle: { take: async () => 0, clear: async () => undefined },
    settings: TEST_SETTINGS,
    log: pino({ level: 'silent' }),
    meter: silentMeter,
    ...parts,
  };
}
