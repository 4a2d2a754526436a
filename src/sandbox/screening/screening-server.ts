import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { WALLET_SCREENERS, type WalletScreenerName } from '#catalog/wallet-screeners.ts';
import { answerJson, closeServer, listen, readJsonObject } from '../local-server.ts';
import { type AlertKeys, type AlertSender, openAlertSender } from './alert-sender.ts';
import { outcomeOf, type ScreeningOutcome } from './magic-addresses.ts';
import { reputationOf, riskOf } from './vendor-answers.ts';

/** The sandbox's vendors that screen wallets. */
export interface ScreeningServer {
  /** Each vendor is at `<url>/<its name>`. */
  readonly url: string;
  /** What verifies the alerts of each vendor. */
  readonly alertKeys: AlertKeys;
  /** Where alerts go from now on, each vendor’s to its name below this URL. */
  sendAlertsTo(url: string): void;
  stop(): Promise<void>;
}

/** A request of any vendor is far shorter. */
const BODY_CHARACTERS_MAX = 10_000;
/** Longer than a page's call waits, shorter than the background job does. */
const LATE_MS = 4_500;
const ADDRESSES_MAX = 1_000;

const Outcome = z.enum([
  'approve',
  'reject',
  'time_out',
  'late_approve',
  'late_reject',
  'fail',
  'unknown_level',
  'no_data',
]);

/** What the vendors do, by command; a vendor that is not named does as before. */
const Command = z.strictObject({
  dead: z.array(z.enum(WALLET_SCREENERS)).default([]),
  lateMs: z.int().min(0).max(600_000).default(LATE_MS),
  /** What becomes of single wallets, in lower case where they are hexadecimal. */
  outcomes: z
    .record(z.string(), Outcome)
    .refine((all) => Object.keys(all).length <= ADDRESSES_MAX, 'names too many wallets')
    .default({}),
});

/** Which vendor reports which wallets. */
const Alert = z.strictObject({
  vendor: z.enum(WALLET_SCREENERS),
  wallets: z.array(z.string().max(100)).min(1).max(100),
});

interface ServerParts {
  readonly stopping: AbortSignal;
  settings: z.output<typeof Command>;
  /** How often each vendor was asked. */
  readonly asked: Record<WalletScreenerName, number>;
  readonly alerts: AlertSender;
}

/** Starts both vendors; returns when they serve requests on 127.0.0.1. */
export async function startScreeningServer(): Promise<ScreeningServer> {
  const stopping = new AbortController();
  const parts: ServerParts = {
    stopping: stopping.signal,
    settings: Command.parse({}),
    asked: { hypernative: 0, merklescience: 0 },
    alerts: openAlertSender(),
  };
  const server = createServer((request, response) => {
    // One that stops, or whose client has left, answers nothing.
    serve(parts, request, response).catch(() => response.destroy());
  });
  const url = await listen(server);
  const stop = async () => {
    stopping.abort();
    await closeServer(server);
  };
  const { keys: alertKeys, sendTo: sendAlertsTo } = parts.alerts;
  return { url, alertKeys, sendAlertsTo, stop };
}

async function serve(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (pathname === '/control/screening') {
    const [status, body] = await command(parts, request);
    answerJson(response, status, body);
    return;
  }
  if (pathname === '/control/screening/alerts' && request.method === 'POST') {
    const alert = Alert.safeParse(await readJsonObject(request, BODY_CHARACTERS_MAX));
    const status = alert.success ? await parts.alerts.send(alert.data) : undefined;
    answerJson(response, status === undefined ? 400 : 200, { status });
    return;
  }
  const vendor = VENDORS[pathname];
  if (vendor === undefined || request.method !== 'POST') {
    answerJson(response, 404, { message: 'Not Found' });
    return;
  }
  const body = (await readJsonObject(request, BODY_CHARACTERS_MAX)) ?? {};
  parts.asked[vendor] += 1;
  await answer(parts, { vendor, body }, response);
}

/** Sets what the vendors do from now on, or reads it. */
async function command(
  parts: ServerParts,
  request: IncomingMessage,
): Promise<readonly [number, unknown]> {
  if (request.method === 'POST') {
    const parsed = Command.safeParse(await readJsonObject(request, BODY_CHARACTERS_MAX));
    if (!parsed.success) return [400, z.flattenError(parsed.error)];
    parts.settings = parsed.data;
  }
  return [200, { ...parts.settings, asked: parts.asked }];
}

const VENDORS: Readonly<Record<string, WalletScreenerName>> = {
  '/hypernative/screener/reputation': 'hypernative',
  '/merklescience/api/v4.2/addresses/': 'merklescience',
};

interface Question {
  readonly vendor: WalletScreenerName;
  readonly body: Readonly<Record<string, unknown>>;
}

const Wallets = z.object({ addresses: z.array(z.string()).length(1) });
const Wallet = z.object({ identifier: z.string(), blockchain: z.string() });

async function answer(
  { settings, stopping }: ServerParts,
  { vendor, body }: Question,
  response: ServerResponse,
): Promise<void> {
  const wallet =
    vendor === 'hypernative'
      ? Wallets.safeParse(body).data?.addresses[0]
      : Wallet.safeParse(body).data?.identifier;
  if (wallet === undefined) {
    answerJson(response, 400, { message: 'Bad Request' });
    return;
  }
  const outcome = settings.outcomes[wallet.toLowerCase()] ?? outcomeOf(wallet);
  if (settings.dead.includes(vendor) || outcome === 'fail') {
    answerJson(response, 503, { message: 'Service Unavailable' });
    return;
  }
  // Never answers; its client ends it, or the server as it stops.
  if (outcome === 'time_out') return;
  if (outcome.startsWith('late_')) await sleep(settings.lateMs, undefined, { signal: stopping });
  const [status, judgement] = answerOf(vendor, { wallet, body, outcome });
  answerJson(response, status, judgement);
}

interface Judged {
  readonly wallet: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly outcome: ScreeningOutcome;
}

function answerOf(vendor: WalletScreenerName, judged: Judged): readonly [number, unknown] {
  const { wallet, body, outcome } = judged;
  if (outcome === 'no_data') return [404, { detail: 'No data found for this address' }];
  return [
    200,
    vendor === 'hypernative' ? reputationOf(wallet, body, outcome) : riskOf(wallet, body, outcome),
  ];
}
