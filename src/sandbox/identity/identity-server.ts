import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Clock, systemClock } from '#kit/clock.ts';
import { type RandomSource, systemRandom } from '#kit/secret.ts';
import type { Log } from '#platform/log.ts';
import { answerJson, closeServer, listen } from '../local-server.ts';
import { type Applicant, openApplicants, type StoredApplicants } from './applicants.ts';
import { DECISIONS, reviewAfter } from './decisions.ts';
import { SANDBOX_IDENTITY } from './identity-settings.ts';
import { sendCallback } from './send-callback.ts';

/** The sandbox's identity provider, which has the shapes of Sumsub. */
export interface IdentityServer {
  readonly url: string;
  /** Where its callbacks go, from now on. */
  sendCallbacksTo(url: string): void;
  stop(): Promise<void>;
}

interface IdentityServerOptions {
  /** Where its pages are: `<pageUrl>/<token>`. */
  readonly pageUrl: string;
  /** Where applicants are kept over restarts; undefined keeps them while it runs. */
  readonly file?: string;
  readonly random?: RandomSource;
  /** The machine's by default. */
  readonly now?: Clock;
  readonly log?: Log;
}

const BODY_CHARACTERS_MAX = 100_000;
const SIGNED_SECONDS_MAX = 60;
const DELAY_MS_MAX = 600_000;
const TTL_SECONDS_MAX = 2_592_000;

/** What the provider does, by command. */
const Command = z.strictObject({
  mode: z.enum(['serve', 'dead']).default('serve'),
  delayMs: z.int().min(0).max(DELAY_MS_MAX).default(0),
  callbacks: z.enum(['send', 'hold']).default('send'),
});

const Link = z.object({
  levelName: z.string().min(1),
  userId: z.string().min(1),
  redirect: z.object({ successUrl: z.url(), rejectUrl: z.url() }).optional(),
  ttlInSecs: z.int().min(1).max(TTL_SECONDS_MAX),
});

const Decision = z.strictObject({ decision: z.enum(DECISIONS) });

interface ServerParts {
  readonly applicants: StoredApplicants;
  readonly pageUrl: string;
  readonly random: RandomSource;
  readonly now: Clock;
  readonly log: Log | undefined;
  readonly stopping: AbortSignal;
  settings: z.output<typeof Command>;
  callbackUrl: string | undefined;
}

/** Starts the provider; returns when it serves requests on 127.0.0.1. */
export async function startIdentityServer(options: IdentityServerOptions): Promise<IdentityServer> {
  const { pageUrl, file, random = systemRandom, now = systemClock, log } = options;
  const stopping = new AbortController();
  const applicants = await openApplicants(file);
  const parts: ServerParts = {
    applicants,
    pageUrl,
    random,
    now,
    log,
    stopping: stopping.signal,
    settings: Command.parse({}),
    callbackUrl: undefined,
  };
  const server = createServer((request, response) => void serve(parts, request, response));
  const url = await listen(server);
  return {
    url,
    sendCallbacksTo: (callbackUrl) => {
      parts.callbackUrl = callbackUrl;
    },
    stop: async () => {
      stopping.abort();
      await closeServer(server);
    },
  };
}

type Answer = readonly [status: number, body: unknown];

async function serve(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const body = await text(request);
    const path = request.url ?? '/';
    const [status, answer] = path.startsWith('/control/')
      ? await answerControl(parts, { method: request.method, path, body })
      : await answerCall(parts, { request, path, body });
    answerJson(response, status, answer);
  } catch (error) {
    if (parts.stopping.aborted) return void response.destroy();
    parts.log?.warn({ err: error }, 'the identity provider of the sandbox failed');
    answerJson(response, 500, { code: 500, description: 'Internal error' });
  }
}

interface Call {
  readonly request: IncomingMessage;
  readonly path: string;
  readonly body: string;
}

async function answerCall(parts: ServerParts, call: Call): Promise<Answer> {
  const { mode, delayMs } = parts.settings;
  if (delayMs > 0) await sleep(delayMs, undefined, { signal: parts.stopping });
  if (mode === 'dead') return [503, { code: 503, description: 'Dead by command' }];
  if (!isSigned(call, parts.now())) {
    return [401, { code: 401, errorCode: 4003, description: 'Request signature mismatch' }];
  }
  const { method } = call.request;
  if (method === 'POST' && call.path === '/resources/sdkIntegrations/levels/-/websdkLink') {
    return await makeLink(parts, call.body);
  }
  const [, ref] = /^\/resources\/applicants\/-;externalUserId=([^/]+)\/one$/.exec(call.path) ?? [];
  if (method !== 'GET' || ref === undefined) return notFound('There is no such call');
  const found = parts.applicants.findByUser(decodeURIComponent(ref));
  if (found === undefined) return notFound('Applicant not found');
  const { id, userId, review } = found;
  return [200, { id, externalUserId: userId, type: 'individual', review }];
}

const notFound = (description: string): Answer => [404, { code: 404, description }];

async function makeLink(
  { applicants, random, now, pageUrl }: ServerParts,
  body: string,
): Promise<Answer> {
  const { data } = Link.safeParse(parseJson(body));
  if (data === undefined || body.length > BODY_CHARACTERS_MAX) {
    return [400, { code: 400, description: 'Malformed request' }];
  }
  const { userId, levelName, redirect } = data;
  const found = applicants.findByUser(userId);
  const token = random(24).toString('hex');
  const applicant: Applicant = {
    ...(found ?? { id: random(12).toString('hex'), review: reviewAfter('init', now()) }),
    userId,
    token,
    levelName,
    ...(redirect && { successUrl: redirect.successUrl, failUrl: redirect.rejectUrl }),
    expiresAtMs: now().getTime() + data.ttlInSecs * 1_000,
  };
  await applicants.keep(applicant);
  return [200, { url: `${pageUrl}/${token}` }];
}

/** Commands of tests and of the page; no vendor has these. */
async function answerControl(
  parts: ServerParts,
  { method, path, body }: { method: string | undefined; path: string; body: string },
): Promise<Answer> {
  if (path === '/control/identity') {
    if (method === 'POST') parts.settings = Command.parse(parseJson(body));
    return [200, parts.settings];
  }
  const [, token = ''] = /^\/control\/identity\/([0-9a-f]+)$/.exec(path) ?? [];
  const found = parts.applicants.findByToken(token);
  if (found === undefined) return notFound('There is no such page');
  if (method !== 'POST') return [200, shown(found, parts.now())];
  const { data } = Decision.safeParse(parseJson(body));
  if (data === undefined) return [400, { code: 400, description: 'No such decision' }];
  const decided = { ...found, review: reviewAfter(data.decision, parts.now()) };
  await parts.applicants.keep(decided);
  const { callbackUrl, settings } = parts;
  if (callbackUrl !== undefined && settings.callbacks === 'send') {
    await sendCallback({ ...parts, url: callbackUrl }, decided);
  }
  return [200, shown(decided, parts.now())];
}

function shown({ levelName, review, successUrl, failUrl, expiresAtMs }: Applicant, now: Date) {
  const isExpired = expiresAtMs <= now.getTime();
  return { levelName, review, successUrl, failUrl, isExpired };
}

/** As the vendor checks it: the time, the method, the path and the body under the secret key. */
function isSigned({ request, path, body }: Call, now: Date): boolean {
  const { headers, method } = request;
  const time = String(headers['x-app-access-ts']);
  const isOld = Math.abs(now.getTime() / 1_000 - Number(time)) > SIGNED_SECONDS_MAX;
  if (headers['x-app-token'] !== SANDBOX_IDENTITY.appToken || isOld) return false;
  const hmac = createHmac('sha256', SANDBOX_IDENTITY.secretKey);
  const expected = Buffer.from(hmac.update(`${time}${method}${path}${body}`).digest('hex'));
  const found = Buffer.from(String(headers['x-app-access-sig']));
  return found.length === expected.length && timingSafeEqual(found, expected);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
