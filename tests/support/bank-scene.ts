import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import { type BridgedSandbox, openBridgedSandbox } from './bridged-sandbox.ts';
import { openPublicPayerClient, type PublicPayerClient } from './public-payer-client.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { sendToHost } from './send-to-host.ts';

const WAIT_MS = 180_000;

/** A person as the public client's own examples have one, with fields of a row of the platform's. */
export const PERSON = {
  email: 'sandbox.user@shop.example',
  firstName: 'Jane',
  lastName: 'Quarterdeck',
  beneficiaryType: 'individual',
  dateOfBirth: '1971-03-29',
  addressLine1: '71 Lanternfish Street',
  city: 'Paris',
  state: 'IDF',
  postcode: '75001',
  country: 'FR',
  nationality: 'FR',
  phone: '+33142685371',
  ssn: '192-83-7465',
  id: 'row-7',
  createdAt: null,
};

/** The bank account of the same examples. */
export const BANK = {
  bankName: 'Sandbox Bank',
  accountName: 'Jane Quarterdeck',
  beneficiaryType: 'individual',
  currency: 'usd',
  addressLine1: '71 Lanternfish Street',
  city: 'Paramount',
  state: 'CA',
  country: 'US',
  dateOfBirth: PERSON.dateOfBirth,
  postalCode: '90723',
  accountNumber: '9182736455463',
  routingNumber: '026013356',
  rails: 'local',
  accountType: 'checking',
};

const NewRequest = z.looseObject({ requestId: z.string() });
const ToBank = z.looseObject({
  payout: z.looseObject({ offrampId: z.string(), provider: z.literal('Bridge') }),
  transactions: z.array(
    z.object({ to: z.string(), data: z.string(), value: z.object({ hex: z.string() }) }),
  ),
});

/** What a tester may press on the page of the sandbox's identity provider. */
type Decision = 'approve' | 'reject' | 'retry' | 'pend';

/** The sandbox with its identity provider and bank, a platform that calls it by the public client, and its receiver of webhooks. */
export interface BankScene extends AsyncDisposable {
  readonly sandbox: BridgedSandbox;
  readonly receiver: Receiver;
  readonly payers: PublicPayerClient;
  /** Any other call of the platform. */
  api: typeof sendToHost;
  /** Presses a button of the page behind `kycUrl`. */
  decide(kycUrl: string | undefined, decision: Decision): Promise<void>;
  /** Sets what a provider of the sandbox does. */
  command(provider: 'identity' | 'bank', settings: object): Promise<void>;
  /** Adds a bank account, which the bank takes; the bank's name says what becomes of payouts to it. */
  addBankAccount(clientUserId: string, bankName: string): Promise<string>;
  /** Creates a request over 12.5 USDC for a bank account; returns its id. */
  request(clientUserId: string, paymentDetailsId: string): Promise<string>;
  /** What its payer is to sign. */
  prepare(
    requestId: string,
    clientUserId: string,
    paymentDetailsId: string,
  ): ReturnType<typeof sendToHost>;
  /** Creates a request for a bank account and pays it from the test wallet; returns its id. */
  payToBank(clientUserId: string, paymentDetailsId: string): Promise<string>;
  /** The events about a payer, a bank account or a request, each once by its delivery, in the order in which they came. */
  newsOf(key: string): readonly string[];
  /** Waits until these are the news. */
  awaitNews(key: string, wanted: readonly string[]): Promise<void>;
}

/** Starts it. */
export async function openBankScene(): Promise<BankScene> {
  const sandbox = await openBridgedSandbox({ SANDBOX_NETWORKS: 'base' });
  const receiver = await openReceiver();
  await sandbox.world.registerWebhook(receiver.url);
  const payers = openPublicPayerClient({
    baseUrl: () => sandbox.world.apiUrl,
    apiKey: sandbox.sandbox.apiKey,
  });
  const parts = { sandbox, receiver, payers, ...newsFrom(receiver) };
  return {
    ...parts,
    ...waysToTheBank(parts),
    decide: async (kycUrl, decision) => {
      const body = new URLSearchParams({ decision });
      const { status } = await fetch(z.string().parse(kycUrl), { method: 'POST', body });
      expect(status).toBe(200);
    },
    command: async (provider, settings) => {
      const { bankUrl, identityProviderUrl } = sandbox.sandbox;
      const url = provider === 'bank' ? bankUrl : identityProviderUrl;
      const { status } = await sendToHost(`${url}/control/${provider}`, { body: settings });
      expect(status).toBe(200);
    },
    [Symbol.asyncDispose]: async () => {
      await receiver[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

type Payload = Receiver['deliveries'][number]['payload'];

/** What an event says, in few words. */
function wordsOf(payload: Payload): string {
  const { event, kycStatus, agreementStatus, isCompliant, status, subStatus } = payload;
  switch (event) {
    case 'compliance.updated':
      return `${kycStatus}, ${agreementStatus}${isCompliant === true ? ', compliant' : ''}`;
    case 'payment_detail.updated':
      return String(status);
    default:
      return [event, subStatus].filter(Boolean).join(' ');
  }
}

const subjectOf = ({ requestId, paymentDetailsId, clientUserId }: Payload) =>
  requestId ?? paymentDetailsId ?? clientUserId;

function newsFrom({ deliveries }: Receiver): Pick<BankScene, 'newsOf' | 'awaitNews'> {
  const newsOf = (key: string) => {
    const about = deliveries.filter(({ payload }) => subjectOf(payload) === key);
    // What a process that was killed had sent may come again, under the same id.
    const byId = about.map(
      ({ headers, payload }) => [String(headers['x-service-delivery']), wordsOf(payload)] as const,
    );
    // Webhooks of one instant are sent at once, and may arrive in any order; their ids are in that of their events.
    const inOrder = [...new Map(byId)].sort(([a], [b]) => (a < b ? -1 : 1));
    return inOrder.map(([, words]) => words);
  };
  const awaitNews: BankScene['awaitNews'] = async (key, wanted) => {
    const isThere = () => JSON.stringify(newsOf(key)) === JSON.stringify(wanted);
    for (const end = elapsedMs() + WAIT_MS; elapsedMs() < end && !isThere(); ) await wait(50);
    expect(newsOf(key)).toEqual(wanted);
  };
  return { newsOf, awaitNews };
}

type Parts = Pick<BankScene, 'sandbox' | 'payers' | 'awaitNews'>;

function waysToTheBank({ sandbox, payers, awaitNews }: Parts) {
  const api: BankScene['api'] = (path, options = {}) => {
    const { apiUrl, sandbox: file } = sandbox.world;
    return sendToHost(`${apiUrl}${path}`, { headers: { 'x-api-key': file.apiKey }, ...options });
  };
  const request: BankScene['request'] = async (clientUserId, paymentDetailsId) => {
    const bank = { isCryptoToFiatAvailable: true, clientUserId, paymentDetailsId };
    const terms = { amount: '12.5', invoiceCurrency: 'USD', paymentCurrency: 'USDC-base' };
    const created = await api('/v2/request', { body: { ...terms, ...bank } });
    expect(created).toMatchObject({ status: 201 });
    return NewRequest.parse(created.body).requestId;
  };
  const prepare: BankScene['prepare'] = (requestId, clientUserId, paymentDetailsId) => {
    const wallet = sandbox.sandbox.payer.address;
    const query = new URLSearchParams({ wallet, clientUserId, paymentDetailsId });
    return api(`/v2/request/${requestId}/pay?${query}`);
  };
  const addBankAccount: BankScene['addBankAccount'] = async (clientUserId, bankName) => {
    const added = await payers.createPaymentDetails(clientUserId, { ...BANK, bankName });
    const id = z.string().parse(added.payment_detail?.id);
    await awaitNews(id, ['pending', 'approved']);
    return id;
  };
  const payToBank: BankScene['payToBank'] = async (clientUserId, paymentDetailsId) => {
    const requestId = await request(clientUserId, paymentDetailsId);
    const prepared = await prepare(requestId, clientUserId, paymentDetailsId);
    expect(prepared).toMatchObject({ status: 200 });
    for (const { to, data, value } of ToBank.parse(prepared.body).transactions) {
      await sandbox.send('base', sandbox.sandbox.payer, { to, data, value: value.hex });
    }
    return requestId;
  };
  return { api, request, prepare, addBankAccount, payToBank };
}
