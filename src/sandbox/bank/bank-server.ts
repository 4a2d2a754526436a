import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { parseAmount } from '#kit/amount.ts';
import { type Clock, systemClock } from '#kit/clock.ts';
import type { RandomSource } from '#kit/secret.ts';
import type { Log } from '#platform/log.ts';
import { answerJson, closeServer, listen, readJsonObject } from '../local-server.ts';
import type { SandboxNode } from '../price-feeds.ts';
import { type CallbackSender, openCallbackSender } from './callback-sender.ts';
import { type Deposits, openDeposits } from './deposits.ts';
import { openTransfers, type StoredAccount, type StoredTransfer } from './stored-transfers.ts';
import { behaviourOf, stateAt } from './transfer-state.ts';

/** The sandbox's off-ramp provider with the banks behind it. */
export interface BankServer {
  /** Where it serves; its calls are below `<url>/v0`. */
  readonly url: string;
  /** What verifies its callbacks, as PEM. */
  readonly callbackKey: string;
  /** Where its callbacks go, from now on. */
  sendCallbacksTo(url: string): void;
  /** Reports every transfer whose state has changed since it was last reported. */
  reportChanges(): Promise<void>;
  stop(): Promise<void>;
}

interface BankServerOptions {
  readonly nodes: readonly SandboxNode[];
  readonly random: RandomSource;
  /** Where orders are kept over restarts; undefined keeps them while it runs. */
  readonly file?: string;
  readonly log?: Log;
  /** The machine's by default. */
  readonly now?: Clock;
  /** The nodes by default. */
  readonly deposits?: Deposits;
}

/** The longest body. */
const BODY_CHARACTERS_MAX = 20_000;
const ID_BYTES = 16;
/** All tokens that it takes have so many decimals. */
const TOKEN_DECIMALS = 6;

/** How often it looks for what has changed. */
const REPORT_EVERY_MS = 1_000;
/** Tokens of an order that is so old are seen when somebody asks about it. */
const UNPAID_FOR_MS = 24 * 60 * 60_000;

const Command = z.strictObject({
  mode: z.enum(['serve', 'dead']).default('serve'),
  callbacks: z.enum(['send', 'hold']).default('send'),
});

/** Starts the provider over local nodes; returns when it serves requests on 127.0.0.1. */
export async function startBankServer(options: BankServerOptions): Promise<BankServer> {
  const { nodes, random, file, log, now = systemClock, deposits = openDeposits(nodes) } = options;
  const stored = await openTransfers(file, log);
  const sender = openCallbackSender({ now, random, log });
  const settings = Command.parse({});
  const parts: Parts = { stored, random, now, deposits, log, settings, sender };
  const server = createServer((request, response) => void serve(parts, request, response));
  const url = await listen(server);
  let timer: NodeJS.Timeout | undefined;
  let reporting = Promise.resolve();
  const reportChanges = () => {
    reporting = reporting.then(() => report(parts));
    return reporting;
  };
  return {
    url,
    callbackKey: sender.publicKey,
    sendCallbacksTo: (callbackUrl) => {
      parts.callbackUrl = callbackUrl;
      clearTimeout(timer);
      const next = () => void reportChanges().finally(() => timer?.refresh());
      timer = setTimeout(next, REPORT_EVERY_MS);
    },
    reportChanges,
    stop: async () => {
      clearTimeout(timer);
      timer = undefined;
      await closeServer(server);
      await reporting;
    },
  };
}

interface Parts {
  readonly stored: Awaited<ReturnType<typeof openTransfers>>;
  readonly random: RandomSource;
  readonly now: Clock;
  readonly deposits: Deposits;
  readonly log: Log | undefined;
  readonly sender: CallbackSender;
  settings: z.output<typeof Command>;
  callbackUrl?: string;
}

/** One after the other; what nobody has received is reported again. */
async function report(parts: Parts): Promise<void> {
  const { stored, settings, sender, log, callbackUrl: url } = parts;
  if (url === undefined || settings.mode === 'dead' || settings.callbacks === 'hold') return;
  for (const transfer of Object.values(stored.transfers)) {
    const isUnpaid = transfer.fundedMs === undefined;
    if (isUnpaid && parts.now().getTime() > transfer.createdMs + UNPAID_FOR_MS) continue;
    try {
      const { id, state } = await showTransfer(parts, transfer);
      if (state === transfer.reportedState) continue;
      if (!(await sender.send(url, { id, state }))) continue;
      transfer.reportedState = state;
      await stored.save();
    } catch (error) {
      log?.warn({ err: error }, 'the bank of the sandbox could not look at a transfer');
    }
  }
}

/** An answer that is no success, in the service's shape. */
class BankError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

async function serve(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const [status, body] = await answer(parts, request);
    answerJson(response, status, body);
  } catch (error) {
    if (!(error instanceof BankError)) {
      parts.log?.warn({ error }, 'the off-ramp provider of the sandbox failed');
    }
    const known = error instanceof BankError ? error : undefined;
    const body = { code: known?.code ?? 'internal', message: known?.message ?? 'Internal error' };
    answerJson(response, known?.status ?? 500, body);
  }
}

type Answer = readonly [status: number, body: unknown];

async function answer(parts: Parts, request: IncomingMessage): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (pathname === '/control/bank') return [200, await command(parts, request)];
  if (parts.settings.mode === 'dead') throw new BankError(503, 'unavailable', 'Dead by command');
  if (typeof request.headers['api-key'] !== 'string') {
    throw new BankError(401, 'required', 'Missing Api-Key header');
  }
  const isPost = request.method === 'POST';
  const [, customer, account] =
    /^\/v0\/customers\/([^/]+)\/external_accounts(?:\/([^/]+))?$/.exec(pathname) ?? [];
  if (customer !== undefined && isPost && account === undefined) {
    return [201, await createAccount(parts, request, customer)];
  }
  if (customer !== undefined && !isPost && account !== undefined) {
    return [200, showAccount(find(parts.stored.accounts, account))];
  }
  if (pathname === '/v0/transfers' && isPost) return [201, await createTransfer(parts, request)];
  const [, transfer] = /^\/v0\/transfers\/([^/]+)$/.exec(pathname) ?? [];
  if (transfer !== undefined && !isPost) {
    return [200, await showTransfer(parts, find(parts.stored.transfers, transfer))];
  }
  throw notFound();
}

/** Sets what the service does from now on, or reads it. */
async function command(parts: Parts, request: IncomingMessage): Promise<object> {
  if (request.method !== 'POST') return parts.settings;
  const parsed = Command.safeParse(await readJsonObject(request, BODY_CHARACTERS_MAX));
  if (!parsed.success) throw new BankError(400, 'invalid', 'Unknown command');
  parts.settings = parsed.data;
  return parts.settings;
}

const text = z.string().min(1).max(256);
const AccountBody = z.looseObject({
  currency: z.enum(['usd', 'eur']),
  bank_name: text,
  account_owner_name: text,
  account_type: z.enum(['us', 'iban']),
  account: z
    .looseObject({ account_number: text, routing_number: z.string().regex(/^\d{9}$/) })
    .optional(),
  iban: z
    .looseObject({ account_number: text, bic: text, country: z.string().length(3) })
    .optional(),
  address: z.looseObject({ street_line_1: text, city: text, country: z.string().length(3) }),
});

async function createAccount(parts: Parts, request: IncomingMessage, customerId: string) {
  const body = await readBody(request, AccountBody);
  const number = (body.account ?? body.iban)?.account_number;
  if (number === undefined) throw invalid('The number of the account is missing');
  if (body.bank_name.toLowerCase().includes('rejected')) throw invalid('The bank is not served');
  const id = await once(parts, {
    request,
    body,
    make: (id) => {
      parts.stored.accounts[id] = {
        id,
        customerId,
        currency: body.currency,
        bankName: body.bank_name,
        lastDigits: number.slice(-4),
        createdMs: parts.now().getTime(),
      };
    },
  });
  return showAccount(find(parts.stored.accounts, id));
}

function showAccount(account: StoredAccount) {
  const { id, customerId, currency, bankName, lastDigits, createdMs } = account;
  const created_at = new Date(createdMs).toISOString();
  return {
    id,
    customer_id: customerId,
    currency,
    bank_name: bankName,
    last_4: lastDigits,
    active: true,
    beneficiary_address_valid: true,
    created_at,
    updated_at: created_at,
  };
}

const TransferBody = z.looseObject({
  amount: z.string().regex(/^\d{1,15}(\.\d{1,6})?$/),
  on_behalf_of: text,
  client_reference_id: text.optional(),
  dry_run: z.boolean().optional(),
  source: z.looseObject({ payment_rail: text, currency: z.enum(['usdc']) }),
  destination: z.looseObject({
    payment_rail: z.enum(['ach', 'sepa']),
    currency: z.enum(['usd', 'eur']),
    external_account_id: text,
  }),
});

async function createTransfer(parts: Parts, request: IncomingMessage) {
  const body = await readBody(request, TransferBody);
  const { source, destination, on_behalf_of: customerId, amount } = body;
  const account = parts.stored.accounts[destination.external_account_id];
  if (account === undefined || account.customerId !== customerId) {
    throw invalid('The external account does not exist');
  }
  if (account.currency !== destination.currency) throw invalid('The account has another currency');
  if (body.dry_run === true) return { receipt: receiptOf(amount) };
  const id = await once(parts, {
    request,
    body,
    make: (id) => {
      const { payment_rail, currency, external_account_id } = destination;
      parts.stored.transfers[id] = {
        id,
        customerId,
        reference: body.client_reference_id ?? null,
        amount,
        source: { payment_rail: source.payment_rail, currency: source.currency },
        destination: { payment_rail, currency, external_account_id },
        depositAddress: `0x${createHash('sha256').update(id).digest('hex').slice(0, 40)}`,
        behaviour: behaviourOf(account.bankName),
        createdMs: parts.now().getTime(),
        isSentBack: false,
        reportedState: 'awaiting_funds',
      };
    },
  });
  return await showTransfer(parts, find(parts.stored.transfers, id));
}

/** A transfer as it is now: its tokens are looked for whenever it is read. */
async function showTransfer(parts: Parts, transfer: StoredTransfer) {
  const { id, source, destination, amount, depositAddress: address } = transfer;
  const nowMs = parts.now().getTime();
  const at = { rail: source.payment_rail, currency: source.currency, address };
  if (transfer.fundedMs === undefined) {
    const dueUnits = parseAmount(amount, { field: 'amount', decimals: TOKEN_DECIMALS, symbol: '' });
    const isCanceled = stateOf(transfer, nowMs) === 'canceled';
    if (!isCanceled && (await parts.deposits.readUnits(at)) >= dueUnits) {
      transfer.fundedMs = nowMs;
      await parts.stored.save();
    }
  }
  const state = stateOf(transfer, nowMs);
  if (state === 'refunded' && !transfer.isSentBack) {
    transfer.isSentBack = true;
    await parts.stored.save();
    await parts.deposits.sendBack(at);
  }
  const created_at = new Date(transfer.createdMs).toISOString();
  return {
    id,
    client_reference_id: transfer.reference,
    state,
    on_behalf_of: transfer.customerId,
    amount,
    developer_fee: '0.0',
    source: { ...source, from_address: null },
    destination,
    source_deposit_instructions: { ...source, amount, to_address: address },
    receipt: receiptOf(amount),
    created_at,
    updated_at: new Date(nowMs).toISOString(),
  };
}

const stateOf = ({ behaviour, createdMs, fundedMs }: StoredTransfer, nowMs: number) =>
  stateAt({ behaviour, createdMs, fundedMs }, nowMs);

const receiptOf = (amount: string) => ({
  initial_amount: amount,
  developer_fee: '0.0',
  exchange_fee: '0.0',
  subtotal_amount: amount,
  gas_fee: '0.0',
  final_amount: amount,
});

/** What is made at most once. */
interface Making {
  readonly request: IncomingMessage;
  readonly body: object;
  readonly make: (id: string) => void;
}

/** Makes something once for each idempotency key; the same key with another body is refused. */
async function once({ stored, random }: Parts, { request, body, make }: Making): Promise<string> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') throw new BankError(400, 'required', 'Missing Idempotency-Key');
  const fingerprint = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const earlier = stored.keys[key];
  if (earlier !== undefined) {
    if (earlier.body !== fingerprint) throw invalid('Idempotency-Key was used with another body');
    return earlier.id;
  }
  const id = random(ID_BYTES).toString('hex');
  make(id);
  stored.keys[key] = { body: fingerprint, id };
  await stored.save();
  return id;
}

async function readBody<Body>(request: IncomingMessage, schema: z.ZodType<Body>): Promise<Body> {
  const parsed = schema.safeParse(await readJsonObject(request, BODY_CHARACTERS_MAX));
  if (parsed.success) return parsed.data;
  throw invalid(z.prettifyError(parsed.error));
}

function find<Row>(rows: Readonly<Record<string, Row>>, id: string): Row {
  const row = rows[id];
  if (row === undefined) throw notFound();
  return row;
}

const invalid = (message: string) => new BankError(400, 'invalid_parameters', message);
const notFound = () => new BankError(404, 'not_found', 'Not found');
