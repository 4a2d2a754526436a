import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Context } from '../../src/context.ts';
import { TEST_SETTINGS } from './context.ts';
import { TEST_TIME } from './database.ts';
import { type Asker, PAYEE, PAYER, type RequestsHost, requestsHost } from './requests-host.ts';
import { connected, stillChain } from './still-chain.ts';
import { PERMIT_SIGNED, type StillSchedules, stillSchedules } from './still-schedules.ts';

/** A day in milliseconds. */
export const DAY_MS = 86_400_000;

/** The permit and the approvals of a created one, as its payer reads them. */
interface ToSign {
  readonly recurringPaymentPermit: { readonly types: object };
  readonly transactions: readonly { readonly data: string; readonly value: string }[];
  readonly metadata: object;
}

/** The page of a new recurring payout, as calls of it are made by a page that may open it. */
interface OpenedPage {
  readonly id: string;
  readonly path: string;
  readonly headers: Asker['key'];
}

/** The payer of pages, who signs messages. */
export const PAYER_KEY = privateKeyToAccount(`0x${'07'.repeat(32)}`);

/** A token of no page. */
export const UNKNOWN_PAGE = '/v2/recurring-payouts/01K8Z3N5T7V9X1B3D5F7H9J1M4';

/** Recurring payouts over HTTP, on a chain on which a test makes everything happen. */
export interface RecurringWorld {
  now: Date;
  readonly sepolia: StillSchedules;
  readonly host: RequestsHost;
  owner: Asker;
  create(more?: object, recurrence?: object): ReturnType<RequestsHost['call']>;
  /** Creates one of a payer of its own; returns its id. */
  created(more?: object, recurrence?: object): Promise<string>;
  /** Creates one of `PAYER_KEY`, and a client ID whose page shows it. */
  openPage(): Promise<OpenedPage>;
  activate(
    id: string,
    permitSignature?: string,
    headers?: Asker['key'],
  ): ReturnType<RequestsHost['call']>;
  change(id: string, action: string, headers?: Asker['key']): ReturnType<RequestsHost['call']>;
  view(id: string, headers?: Asker['key']): ReturnType<RequestsHost['call']>;
}

let payers = 0;

/** A payer that nobody else is, so that the totals of one test are not those of another. */
export function nextPayer(): string {
  payers += 1;
  return `0x${String(payers).padStart(40, '0')}`;
}

/** What the approvals of an answer do, in words. */
export function approvalsOf(body: object): readonly string[] {
  return toSign(body).transactions.map(({ data }) => Buffer.from(data.slice(2), 'hex').toString());
}

/** An answer as its payer reads it. */
export function toSign(body: object): ToSign {
  return JSON.parse(JSON.stringify(body));
}

function openHost(
  world: Pick<RecurringWorld, 'now' | 'sepolia'>,
  settings: Partial<Context['settings']>,
  parts: Partial<Context>,
): Promise<RequestsHost> {
  return requestsHost({
    chains: connected(world.sepolia.chain, stillChain('base')),
    now: () => world.now,
    settings: { ...TEST_SETTINGS, ...settings },
    ...parts,
  });
}

/** Opens the world for the tests of a file. */
export function recurringWorld(
  settings: Partial<Context['settings']> = {},
  parts: Pick<Partial<Context>, 'screeners'> = {},
): RecurringWorld {
  const world: { now: Date; sepolia: StillSchedules; host?: RequestsHost; owner?: Asker } = {
    now: TEST_TIME,
    sepolia: stillSchedules(),
  };
  const host = () => {
    if (world.host === undefined) throw new Error('the world is opened before the tests');
    return world.host;
  };
  const owner = () => {
    if (world.owner === undefined) throw new Error('each test has an account');
    return world.owner;
  };
  beforeAll(async () => {
    world.host = await openHost(world, settings, parts);
  });
  afterAll(() => host()[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.now = TEST_TIME;
    world.owner = await host().asker();
    Object.assign(world.sepolia, {
      payer: { isContract: false, balanceUnits: 10n ** 30n, allowanceUnits: 0n },
      proxy: {
        isDeployed: true,
        isPaused: false,
        isSenderAllowed: true,
        paysThroughKnownProxy: true,
      },
      refused: undefined,
      found: undefined,
    });
  });
  const create: RecurringWorld['create'] = (more = {}, recurrence = {}) =>
    host().call('POST', '/v2/payouts', {
      headers: owner().key,
      body: payoutBody(more, recurrence),
    });
  return {
    get now() {
      return world.now;
    },
    set now(now) {
      world.now = now;
    },
    get sepolia() {
      return world.sepolia;
    },
    get host() {
      return host();
    },
    get owner() {
      return owner();
    },
    set owner(owner) {
      world.owner = owner;
    },
    create,
    created: async (more = {}, recurrence = {}) => {
      const { status, body } = await create(more, { payer: nextPayer(), ...recurrence });
      expect([status, body]).toEqual([201, expect.anything()]);
      return String(body['id']);
    },
    openPage: async () => {
      const { body } = await create({}, { payer: PAYER_KEY.address });
      const { headers } = await host().clientOf(owner());
      return {
        id: String(body['id']),
        path: `/v2/recurring-payouts/${String(body['pageToken'])}`,
        headers: { ...headers, origin: 'https://pay.example' },
      };
    },
    activate: (id, permitSignature = PERMIT_SIGNED, headers = owner().key) =>
      host().call('POST', `/v2/payouts/recurring/${id}`, { headers, body: { permitSignature } }),
    change: (id, action, headers = owner().key) =>
      host().call('PATCH', `/v2/payouts/recurring/${id}`, { headers, body: { action } }),
    view: (id, headers = owner().key) =>
      host().call('GET', `/v2/payouts/recurring/${id}`, { headers }),
  };
}

/** The body of a payout of ten dollars on three days a month apart, the first one now. */
export function payoutBody(more: object = {}, recurrence: object = {}) {
  return {
    payee: PAYEE,
    amount: '10',
    invoiceCurrency: 'USDC-sepolia',
    paymentCurrency: 'USDC-sepolia',
    ...more,
    recurrence: {
      startDate: TEST_TIME.toISOString(),
      frequency: 'MONTHLY',
      totalPayments: 3,
      payer: PAYER,
      ...recurrence,
    },
  };
}
