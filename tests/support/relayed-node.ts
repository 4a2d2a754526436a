import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

const Question = z.object({
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

/** One question to a node. */
export type Question = z.infer<typeof Question>;

/** What a relay answers in its node's place. */
export type Made =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/** A node behind a relay that counts, and may answer in the node's place. */
export interface RelayedNode extends JointWaits {
  readonly rpcUrl: string;
  /** How many HTTP requests came in. */
  requests: number;
  /** Every question, in its order. */
  readonly questions: Question[];
  /** Returns in the node's place: a result, an error, or undefined to ask the node. */
  answer: (question: Question) => Made | undefined | Promise<Made | undefined>;
  /** Sends what was answered, and may do worse with it. */
  send: (response: ServerResponse, body: string) => void | Promise<void>;
  /** Whether requests are left without any answer. */
  silent: boolean;
  stop(): Promise<void>;
}

/** How often a client waited for a service, or for any of several. */
export interface JointWaits {
  underWay: number;
  /** How often a request came in while none was being answered: the sequential waits of a client. */
  trips: number;
}

/** Counts a request with all others that the same waits are counted of, until its answer is sent. */
export function countWait(response: ServerResponse, ...joints: readonly JointWaits[]): void {
  for (const joint of joints) {
    if (joint.underWay === 0) joint.trips += 1;
    joint.underWay += 1;
    response.once('close', () => {
      joint.underWay -= 1;
    });
  }
}

/** Puts a relay in front of a node, for tests of the calls of a client and of its fault tolerance; several may count waits together. */
export async function relayNode(
  rpcUrl: string,
  ...joints: readonly JointWaits[]
): Promise<RelayedNode> {
  const server = createServer((request, response) => {
    relay.requests += 1;
    countWait(response, relay, ...joints);
    if (relay.silent) return;
    answerAll(relay, rpcUrl, request).then(
      (body) => relay.send(response, body),
      (error: unknown) => response.writeHead(502).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');
  const relay: RelayedNode = {
    rpcUrl: `http://127.0.0.1:${address.port}/v1/not-a-key`,
    requests: 0,
    underWay: 0,
    trips: 0,
    questions: [],
    answer: () => undefined,
    send: sendWell,
    silent: false,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return relay;
}

/** Sends an answer as nodes do. */
export function sendWell(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

async function answerAll(
  relay: RelayedNode,
  rpcUrl: string,
  request: IncomingMessage,
): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const batch = z.array(Question).safeParse(body);
  if (!batch.success) return JSON.stringify(await answerOne(relay, rpcUrl, Question.parse(body)));
  return JSON.stringify(
    await Promise.all(batch.data.map((question) => answerOne(relay, rpcUrl, question))),
  );
}

async function answerOne(relay: RelayedNode, rpcUrl: string, question: Question): Promise<unknown> {
  relay.questions.push(question);
  const made = await relay.answer(question);
  if (made !== undefined) return { jsonrpc: '2.0', id: question.id, ...made };
  return await forward(rpcUrl, question);
}

/** Puts one question to a node, and returns what it answers. */
export async function forward(
  rpcUrl: string,
  question: Omit<Question, 'id'> & { readonly id?: number },
): Promise<unknown> {
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...question }),
  });
  return await answer.json();
}
