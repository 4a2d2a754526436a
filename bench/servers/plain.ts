import { createHash } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { systemClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { openRateLimiter } from '#platform/http/rate-limit.ts';
import { silentMeter } from '#platform/metrics.ts';
import { announce, databaseUrlArgument, OTHER_LINKS, PAYEES } from './announce.ts';

// The ceilings, written straight against the driver with named statements and nothing else.
const pool = new pg.Pool({ connectionString: databaseUrlArgument(), max: 10 });
await pool.query(`
  create table plain_link (id text primary key, body json not null, created_at timestamptz not null);
  create table plain_client (client_id text primary key, domains text[] not null)`);
const app = fastify({ logger: false, trustProxy: '127.0.0.1' });

const newId = idMaker(systemClock);

// To create: one hashed key, one validated body, one durable insert.
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const key = 'plain-key-0123456789abcdef';
const keyHash = hash(key);
const item = {
  type: 'object',
  required: ['destinationId', 'amount'],
  additionalProperties: false,
  properties: { destinationId: { type: 'string' }, amount: { type: 'string' } },
};
const body = {
  type: 'object',
  required: ['requests'],
  additionalProperties: false,
  properties: {
    requests: { type: 'array', items: item, minItems: 1 },
    reference: { type: 'string' },
  },
};
const insertLink = {
  name: 'insert_link',
  text: 'insert into plain_link values ($1, $2, now())',
};
app.post('/links', { schema: { body } }, async (call, reply) => {
  if (hash(String(call.headers['x-api-key'])) !== keyHash) return reply.code(401).send({});
  const id = newId();
  await pool.query({ ...insertLink, values: [id, JSON.stringify(call.body)] });
  return reply.code(201).send({ id });
});

// To read: the same client ID with its Origin, the same limiter, one select by primary key.
const limiter = openRateLimiter({
  pool,
  log: pino({ level: 'silent' }),
  multiplier: 1,
  meter: silentMeter,
});
const clientId = 'cli_plain0123456789';
const origin = 'http://localhost:8082';
const findClient = {
  name: 'find_client',
  text: 'select domains from plain_client where client_id = $1',
};
const findLink = { name: 'find_link', text: 'select id, body from plain_link where id = $1' };
app.get<{ Params: { id: string } }>('/links/:id', async (call, reply) => {
  const given = String(call.headers['x-client-id']);
  const client = await pool.query<{ domains: string[] }>({ ...findClient, values: [given] });
  const listed = client.rows[0]?.domains.includes(String(call.headers.origin)) === true;
  if (!listed) return reply.code(401).send({});
  const state = await limiter.take(`client_id:${given}:${call.ip}`);
  if (!state.allowed) return reply.code(429).send({});
  const link = await pool.query({ ...findLink, values: [call.params.id] });
  return reply.send(link.rows[0]);
});

const paymentTo = (payee: number) => ({
  requests: [
    {
      destinationId: `0x${payee.toString(16).padStart(40, '1')}@eip155:8453#34790435`,
      amount: '12.5',
    },
  ],
  reference: 'INV-77',
});
const newPath = async () => {
  const id = newId();
  await pool.query({ ...insertLink, values: [id, JSON.stringify(paymentTo(1))] });
  return `/links/${id}`;
};
await pool.query('insert into plain_client values ($1, $2)', [clientId, [origin]]);

const createCall = (payee: number) => ({
  path: '/links',
  headers: { 'content-type': 'application/json', 'x-api-key': key },
  body: JSON.stringify(paymentTo(payee)),
});
const readCall = async () => ({
  path: await newPath(),
  headers: { 'x-client-id': clientId, origin },
});

await announce({
  app,
  calls: {
    create: {
      method: 'POST',
      each: [createCall(0), ...Array.from({ length: PAYEES - 1 }, (_, i) => createCall(i + 1))],
      isNamed: true,
    },
    read: {
      method: 'GET',
      each: [
        await readCall(),
        ...(await Promise.all(Array.from({ length: OTHER_LINKS }, readCall))),
      ],
    },
  },
  close: () => pool.end(),
});
