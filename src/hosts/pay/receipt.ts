import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage, DEFAULT_LANGUAGE, namedLanguage } from '#kit/languages.ts';
import { isUlid } from '#kit/ulid.ts';
import { LinkReceipts } from '#modules/receipts/index.ts';
import type { Log } from '#platform/log.ts';
import { pageHeaders } from '../pages/page-headers.ts';
import { callApi, type PageCaller } from './call-api.ts';
import type { FirstAnswer } from './load-page.ts';
import { queryApi } from './query-api.ts';
import { readToken, TOKEN_CHARACTERS_MAX } from './read-token.ts';
import { type Checked, type CheckForm, readCheckForm } from './receipt-check.ts';
import { type ReceiptFrame, renderFailure, renderReceipts } from './receipt-page.ts';

/** What the page is made from; read per request, as some of it may still change. */
export interface ReceiptParts {
  readonly mode: 'sandbox' | 'production';
  /** Both without trailing slashes. */
  readonly payUrl: string;
  readonly apiUrl: string;
  readonly clientId: string;
  readonly log: Log;
}

/** As many as somebody reads on one page; others follow behind a link. */
const PAGE_RECEIPTS = 10;

/** The eight lines of a proof and the id of a payment are far below this. */
const FORM_BYTES_MAX = 4_096;

/** A node may have to be asked twice, and another one after it. */
const CHECK_TIMEOUT_MS = 20_000;

/** For one file, which is made of one payment. */
const FILE_TIMEOUT_MS = 10_000;

/** How many seconds to wait where the API does not say it. */
const RETRY_SECONDS = '60';

const FORM = 'application/x-www-form-urlencoded';

/**
 * `GET /receipt/?token=…`: the receipts of what was paid with a link, for whoever has it, in any browser and without a script; each also
 * as a file (`&payment=…&format=pdf`, `json`). `POST` of the form on it compares one with its chain. The page and the PDF are in the language that `lang` names, or else the browser.
 */
export async function mountReceipt(
  app: FastifyInstance,
  parts: ReceiptParts,
  files: Pick<ReceiptFrame, 'styles' | 'icon'>,
): Promise<void> {
  const host = { parts, files };
  await app.register((scope, _options, done) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, async (_: unknown, body: unknown) =>
      readCheckForm(new URLSearchParams(String(body))),
    );
    // People lose the slash when they copy by hand.
    for (const path of ['/receipt/', '/receipt']) {
      scope.get(path, (request, reply) => sendReceipts({ request, reply }, host));
      scope.post<{ Body: unknown }>(path, { bodyLimit: FORM_BYTES_MAX }, (request, reply) =>
        sendReceipts({ request, reply }, host, isForm(request) ? request.body : undefined),
      );
    }
    done();
  });
}

/** A request whose body our own parser read. */
function isForm(request: FastifyRequest): request is FastifyRequest<{ Body: CheckForm }> {
  return request.headers['content-type']?.startsWith(FORM) === true;
}

interface Host {
  readonly parts: ReceiptParts;
  readonly files: Pick<ReceiptFrame, 'styles' | 'icon'>;
}

/** A call and its answer. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function sendReceipts(
  { request, reply }: Exchange,
  host: Host,
  form?: CheckForm,
): Promise<FastifyReply> {
  const { parts } = host;
  const token = readToken(request.query);
  const frame = frameOf(request, host);
  // What cannot be a token is no link; the API need not be called.
  if (token === '' || token.length > TOKEN_CHARACTERS_MAX) {
    return await send(reply, parts, { status: 404, html: renderFailure(frame, 'unknown') });
  }
  const format = textOf(request.query, 'format');
  const paymentId = textOf(request.query, 'payment');
  if (paymentId !== undefined && (format === 'pdf' || format === 'json')) {
    return await sendFile({ request, reply }, host, { token, paymentId, format });
  }
  const cursor = textOf(request.query, 'cursor');
  const caller = callerOf(request, parts);
  const [answer, checked] = await Promise.all([
    queryApi({ ...caller, log: parts.log, path: listPath(token, cursor) }),
    form && check(caller, parts.log, form),
  ]);
  const list = answer.status === 200 ? LinkReceipts.safeParse(answer.body) : undefined;
  if (list?.success !== true) return await sendFailure({ request, reply }, host, answer);
  const view = { ...frame, token, cursor, list: list.data, checked };
  return await send(reply, parts, { status: 200, html: renderReceipts(view) });
}

async function check(caller: PageCaller, log: Log, form: CheckForm): Promise<Checked> {
  const path = 'receipts/verify';
  const asked = { ...caller, log, path, body: form.proof, timeoutMs: CHECK_TIMEOUT_MS };
  return { paymentId: form.paymentId, answer: await queryApi(asked) };
}

function listPath(token: string, cursor: string | undefined): string {
  const query = new URLSearchParams({ limit: String(PAGE_RECEIPTS) });
  if (cursor !== undefined && isUlid(cursor)) query.set('cursor', cursor);
  return `secure-payments/${encodeURIComponent(token)}/receipts?${query.toString()}`;
}

interface AskedFile {
  readonly token: string;
  readonly paymentId: string;
  readonly format: 'pdf' | 'json';
}

/** One receipt as a file, as the API made it. */
async function sendFile(
  { request, reply }: Exchange,
  host: Host,
  { token, paymentId, format }: AskedFile,
): Promise<FastifyReply> {
  const { parts } = host;
  if (!isUlid(paymentId)) return await sendFailure({ request, reply }, host, { status: 404 });
  const link = encodeURIComponent(token);
  const { language } = frameOf(request, host);
  const lang = format === 'pdf' && language !== DEFAULT_LANGUAGE ? `&lang=${language}` : '';
  const path = `secure-payments/${link}/receipts/${paymentId}?format=${format}${lang}`;
  try {
    const response = await callApi(callerOf(request, parts), { path, timeoutMs: FILE_TIMEOUT_MS });
    const content = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200) {
      return await sendFailure({ request, reply }, host, { status: response.status });
    }
    return await reply
      .header('content-type', format === 'pdf' ? 'application/pdf' : 'application/json')
      .header('content-disposition', `attachment; filename="receipt-${paymentId}.${format}"`)
      .header('vary', 'Accept-Language')
      .send(content);
  } catch (error) {
    const correlationId = request.id;
    parts.log.warn({ err: error, correlationId }, 'the page of receipts cannot reach the API');
    return await sendFailure({ request, reply }, host, { status: 0 });
  }
}

async function sendFailure(
  { request, reply }: Exchange,
  host: Host,
  { status: answered, retryAfterS }: Pick<FirstAnswer, 'status' | 'retryAfterS'>,
): Promise<FastifyReply> {
  const { parts } = host;
  const frame = frameOf(request, host);
  // A cursor that is none any more leads nowhere either.
  if (answered === 404 || answered === 400) {
    return await send(reply, parts, { status: 404, html: renderFailure(frame, 'unknown') });
  }
  reply.header('retry-after', String(retryAfterS ?? RETRY_SECONDS));
  const [status, failure] =
    answered === 429 ? ([429, 'limited'] as const) : ([503, 'unreachable'] as const);
  return await send(reply, parts, { status, html: renderFailure(frame, failure) });
}

/** What a page is made from, in the language of whoever opens it. */
function frameOf({ query, headers, url }: FastifyRequest, { parts, files }: Host): ReceiptFrame {
  const language = chooseLanguage({ query, accepted: headers['accept-language'] });
  return { mode: parts.mode, ...files, language, isNamed: namedLanguage(query).length > 0, url };
}

function callerOf(
  { ip, id: correlationId }: FastifyRequest,
  { apiUrl, payUrl, clientId }: ReceiptParts,
): PageCaller {
  return { apiUrl, payUrl, clientId, ip, correlationId };
}

/** A text of the query that is there once; undefined for any other. */
function textOf(query: unknown, name: string): string | undefined {
  const text: unknown =
    typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

async function send(
  reply: FastifyReply,
  { apiUrl, payUrl }: ReceiptParts,
  { status, html }: { readonly status: number; readonly html: string },
): Promise<FastifyReply> {
  const headers = pageHeaders({ asked: apiUrl, pageUrl: payUrl, hasForm: true });
  reply.header('vary', 'Accept-Language');
  return await reply.code(status).headers(headers).send(html);
}
