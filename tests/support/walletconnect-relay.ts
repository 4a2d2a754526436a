import { z } from 'zod';
import { type Peer, startWebSocketServer } from './web-socket-server.ts';

/** A relay of WalletConnect on loopback. */
export interface StandInRelay extends AsyncDisposable {
  /** As the setting `WALLETCONNECT_RELAY_URL` takes it. */
  readonly url: string;
  /** The methods that it was called by, in order. */
  readonly calls: string[];
  /** Breaks every connection; clients may connect again. */
  closeAll(): void;
}

/** The project whose ID it takes. */
export const PROJECT_ID = '0123456789abcdef0123456789abcdef';

const Call = z.looseObject({
  id: z.union([z.number(), z.string()]),
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
});

interface Message {
  readonly topic: string;
  readonly message: string;
  readonly publishedAt: number;
  readonly tag: unknown;
  /** Who has it: its publisher, and whoever it was sent to. */
  readonly seenBy: Set<string>;
}

interface Connected {
  readonly id: string;
  readonly peer: Peer;
  readonly topics: Set<string>;
}

/**
 * A stand-in of the public relay, which keeps the encrypted messages of a topic until whoever subscribes has them: the `irn` methods,
 * and the two by which the vendor's client proposes and approves a session in one step. It cannot read what it passes on either.
 */
export async function startStandInRelay(): Promise<StandInRelay> {
  const calls: string[] = [];
  const mailboxes = new Mailboxes();
  const server = await startWebSocketServer((url, peer) => {
    const id = clientOf(url);
    if (id === undefined) return undefined;
    const client: Connected = { id, peer, topics: new Set() };
    mailboxes.clients.add(client);
    return {
      onText(text) {
        const parsed = Call.safeParse(JSON.parse(text));
        // What is no call is a receipt for something that was delivered.
        if (!parsed.success) return;
        const { id: callId, method, params } = parsed.data;
        calls.push(method);
        const result = mailboxes.answer(client, method, params);
        peer.send(JSON.stringify({ id: callId, jsonrpc: '2.0', result }));
      },
      onClose: () => mailboxes.clients.delete(client),
    };
  });
  return {
    url: `ws://127.0.0.1:${server.port}`,
    calls,
    closeAll: () => server.closeAll(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

class Mailboxes {
  readonly clients = new Set<Connected>();
  readonly #messages: Message[] = [];
  #lastId = 1;

  answer(client: Connected, method: string, params: Record<string, unknown>): unknown {
    const { topic, pairingTopic, sessionTopic } = params;
    const topics: readonly unknown[] = Array.isArray(params['topics']) ? params['topics'] : [topic];
    switch (method) {
      case 'irn_subscribe':
        return this.#subscribe(client, topics)[0];
      case 'irn_batchSubscribe':
        return this.#subscribe(client, topics);
      case 'irn_unsubscribe':
      case 'irn_batchUnsubscribe':
        for (const one of topics) client.topics.delete(String(one));
        return true;
      case 'irn_fetchMessages':
      case 'irn_batchFetchMessages':
        return this.#fetch(client, topics);
      case 'irn_publish':
        return this.#publish(client, [topic, params['message'], params['tag']]);
      case 'wc_proposeSession':
        this.#subscribe(client, [pairingTopic]);
        return this.#publish(client, [pairingTopic, params['sessionProposal'], 1100]);
      case 'wc_approveSession':
        this.#subscribe(client, [sessionTopic]);
        this.#publish(client, [pairingTopic, params['sessionProposalResponse'], 1101]);
        return this.#publish(client, [sessionTopic, params['sessionSettlementRequest'], 1102]);
      default:
        throw new Error(`no method ${method}`);
    }
  }

  #publish(
    from: Connected,
    [topic, message, tag]: readonly [topic: unknown, message: unknown, tag: unknown],
  ): true {
    const sent = { topic: String(topic), message: String(message), tag, publishedAt: Date.now() };
    // Who waits too long for the answer publishes again. A message is encrypted anew each time, so this one is the same.
    if (this.#messages.some((one) => one.topic === sent.topic && one.message === sent.message))
      return true;
    this.#messages.push({ ...sent, seenBy: new Set([from.id]) });
    for (const client of this.clients) this.#deliver(client);
    return true;
  }

  #subscribe(client: Connected, topics: readonly unknown[]): readonly string[] {
    for (const topic of topics) client.topics.add(String(topic));
    // As the public one does: first the answer to whoever subscribes, then what it has for them.
    setImmediate(() => this.#deliver(client));
    return topics.map((topic) => `${topic}-${client.id}`);
  }

  #fetch(client: Connected, topics: readonly unknown[]) {
    const found = this.#messages.filter(
      ({ topic, seenBy }) => topics.includes(topic) && !seenBy.has(client.id),
    );
    for (const { seenBy } of found) seenBy.add(client.id);
    return { messages: found.map(({ seenBy: _, ...data }) => data), hasMore: false };
  }

  #deliver(client: Connected): void {
    for (const { seenBy, ...data } of this.#messages) {
      if (!client.topics.has(data.topic) || seenBy.has(client.id)) continue;
      seenBy.add(client.id);
      this.#lastId += 1;
      const params = { id: `${data.topic}-${client.id}`, data };
      const call = { id: this.#lastId, jsonrpc: '2.0', method: 'irn_subscription', params };
      client.peer.send(JSON.stringify(call));
    }
  }
}

const Claims = z.looseObject({ iss: z.string().startsWith('did:key:'), aud: z.string() });

/** Who a client is, by its token; undefined for a client of no project, or without one. */
function clientOf({ searchParams }: URL): string | undefined {
  const [, claims] = (searchParams.get('auth') ?? '').split('.');
  if (searchParams.get('projectId') !== PROJECT_ID || claims === undefined) return undefined;
  const parsed = Claims.safeParse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
  return parsed.success ? parsed.data.iss : undefined;
}
