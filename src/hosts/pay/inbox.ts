import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isoTime, systemClock } from '#kit/clock.ts';
import { equalSecrets, signText } from '#kit/secret.ts';
import { pageHeaders } from '../pages/page-headers.ts';
import { type InboxDelivery, renderInbox } from './inbox-page.ts';

/** How many posts are kept; an older one goes when a newer one comes. */
const POSTS_MAX = 500;

/** A larger body is refused: the largest event has 32,768 characters of three bytes and some fields. */
const BODY_BYTES_MAX = 128 * 1024;

/** Where the inbox takes deliveries, on the pay host. */
export const INBOX_HOOK_PATH = '/inbox/hook';

interface Post {
  readonly receivedAt: Date;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** What the sandbox's own receiver got, newest first, and the secret that verifies it. */
export interface Inbox {
  readonly posts: Post[];
  /** The signing secret of the sandbox's endpoint; undefined where there is none, or not yet. */
  secret: string | undefined;
}

/** An empty inbox. It lives in memory, so a restart empties it. */
export function openInbox(): Inbox {
  return { posts: [], secret: undefined };
}

interface InboxParts {
  readonly apiUrl: string;
  readonly payUrl: string;
  readonly inbox: Inbox;
  readonly styles: readonly string[];
}

/**
 * `POST /inbox/hook` takes whatever is sent, as a careless receiver would, and `GET /inbox` shows it
 * with what checking its signatures says. Of the sandbox only.
 */
export async function mountInbox(app: FastifyInstance, parts: InboxParts): Promise<void> {
  const { inbox } = parts;
  await app.register((scope, _options, done) => {
    // A signature is over the body as it was sent, so nothing here may parse it.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string' },
      async (_: unknown, body: unknown) => body,
    );
    scope.post(INBOX_HOOK_PATH, { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
      inbox.posts.unshift(postOf(request));
      inbox.posts.length = Math.min(inbox.posts.length, POSTS_MAX);
      return await reply.code(204).send();
    });
    done();
  });
  app.get<{ Querystring: Record<string, unknown> }>('/inbox', async (request, reply) =>
    sendInbox(reply, parts, request.query),
  );
}

async function sendInbox(
  reply: FastifyReply,
  { inbox, styles, apiUrl, payUrl }: InboxParts,
  query: Readonly<Record<string, unknown>>,
): Promise<FastifyReply> {
  const { event, live } = query;
  const html = renderInbox({
    deliveries: inbox.posts.map((post) => readPost(post, inbox.secret)),
    event: typeof event === 'string' && event !== '' ? event : undefined,
    live: live !== '0',
    styles,
  });
  return await reply.headers(pageHeaders({ asked: apiUrl, pageUrl: payUrl })).send(html);
}

function postOf({ headers, body }: FastifyRequest): Post {
  const rows = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')] as const],
  );
  return {
    receivedAt: systemClock(),
    headers: rows,
    body: typeof body === 'string' ? body : '',
  };
}

function readPost({ headers, body, receivedAt }: Post, secret: string | undefined): InboxDelivery {
  const all = new Map(headers);
  const parsed = parse(body);
  const isObject = typeof parsed === 'object' && parsed !== null;
  const event = isObject && 'event' in parsed ? parsed.event : undefined;
  const verdicts = verdictsOf(all, body, secret);
  // Indentation of deep nesting would make a small body arbitrarily long.
  const isOurs = verdicts.some(({ isRight }) => isRight);
  return {
    receivedAt: isoTime(receivedAt),
    event: typeof event === 'string' ? event : undefined,
    deliveryId: all.get('x-service-delivery'),
    retryCount: all.get('x-service-retry-count'),
    isTest: all.get('x-service-test') === 'true',
    replayOf: all.get('x-service-replay-of'),
    verdicts,
    headers,
    body: isObject && isOurs ? JSON.stringify(parsed, null, 2) : body,
  };
}

/** What each signature that is there is worth; the one of the specification must be there. */
function verdictsOf(
  headers: ReadonlyMap<string, string>,
  body: string,
  secret: string | undefined,
): InboxDelivery['verdicts'] {
  if (secret === undefined) return [];
  const own = equalSecrets(headers.get('x-service-signature') ?? '', signText(secret, body));
  const standard = headers.get('webhook-signature');
  const text = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`;
  const expected = `v1,${signText(secret, text, 'base64')}`;
  return [
    { header: 'x-service-signature', isRight: own },
    ...(standard === undefined
      ? []
      : [
          {
            header: 'webhook-signature',
            isRight: standard.split(' ').some((one) => equalSecrets(one, expected)),
          },
        ]),
  ];
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
