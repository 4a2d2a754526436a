import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { QUEUES } from '../queue-status.ts';
import { viewHealth } from '../view-health.ts';

const sampleAlarm = {
  kind: 'node_away',
  level: 'warn',
  network: SAMPLE.network,
  message: 'base is left with 1 of 2 nodes: 2 (rpc.example) (timed out)',
} as const;

const Alarm = z
  .object({
    kind: z.string().describe('What it is about, as `alarms` of the metrics name it.'),
    level: z
      .enum(['error', 'warn'])
      .describe('`error` where money may be missed or wrong, `warn` where something is late.'),
    network: z.string().nullable().describe('Null where it is of none.'),
    message: z.string(),
  })
  .meta({
    id: 'HealthAlarm',
    description: 'Something that needs a person now.',
    examples: [sampleAlarm],
  });

const sampleDatabase = {
  version: '18.1',
  schema: '0063_payout_import_rows',
  latencyMs: 1.4,
  sizeBytes: 48_300_032,
  connections: 12,
  connectionsMax: 100,
  clockAheadMs: 2,
};

const Database = z
  .object({
    version: z.string().describe('Of PostgreSQL.'),
    schema: z.string().describe('The newest migration.'),
    latencyMs: z.number().describe('How long this question took, in milliseconds.'),
    sizeBytes: z.int(),
    connections: z.int().describe('To this database, of every program.'),
    connectionsMax: z.int().describe('What its server takes, for all of its databases.'),
    clockAheadMs: z
      .int()
      .nullable()
      .describe(
        'How far its clock is ahead of the one of the process that answers; null in a sandbox, whose clock can be moved.',
      ),
  })
  .meta({
    id: 'DatabaseHealth',
    description: 'The database as it is now.',
    examples: [sampleDatabase],
  });

const sampleDisk = {
  folder: 'home',
  freeBytes: 73_100_000_000,
  sizeBytes: 252_000_000_000,
  state: 'well',
  error: null,
} as const;

const Disk = z
  .object({
    folder: z
      .enum(['home', 'database'])
      .describe(
        'What it holds: `home` is the data folder of a sandbox, `database` the database where that is on another disk.',
      ),
    freeBytes: z
      .int()
      .nullable()
      .describe('What can still be written; null where it could not be read.'),
    sizeBytes: z.int().nullable(),
    state: z
      .enum(['well', 'low', 'almost_full', 'unknown'])
      .describe(
        '`low` below 10 % and 5 GB, `almost_full` below 5 % and 1 GB, `unknown` where it could not be read.',
      ),
    error: z.string().nullable().describe('Why it could not be read.'),
  })
  .meta({
    id: 'DiskHealth',
    description: 'The space on a disk where the installation keeps its data.',
    examples: [sampleDisk],
  });

const sampleQueue = {
  queue: 'webhook_deliveries',
  waiting: 3,
  oldestSeconds: 2,
  givenUp: 0,
} as const;

const Queue = z
  .object({
    queue: z.enum(QUEUES),
    waiting: z.int().describe('10,000 means that many or more.'),
    oldestSeconds: z
      .int()
      .nullable()
      .describe(
        'For how long the oldest waits; of deliveries and recurring payments since it was due. Null where nothing waits, or it is not read.',
      ),
    givenUp: z
      .int()
      .nullable()
      .describe('What was given up and can be tried again; null where nothing is given up.'),
  })
  .meta({
    id: 'QueueHealth',
    description: 'One kind of work that waits, on all networks together.',
    examples: [sampleQueue],
  });

const sampleNode = {
  name: '1 (rpc.example)',
  state: 'healthy',
  head: 21_000_002,
  headAgeSeconds: 1,
  latencyMs: 42.5,
  errors: 0,
  lastError: null,
} as const;

const Node = z
  .object({
    name: z
      .string()
      .describe(
        'Its position in the setting, and its domain. Never its URL, which may hold a key.',
      ),
    state: z.enum(['healthy', 'failing', 'suspended', 'wrong_chain']),
    head: z.int().nullable().describe('The newest block that it reported.'),
    headAgeSeconds: z.int().nullable().describe('How long ago that was.'),
    latencyMs: z.number().nullable().describe('How long it usually takes to answer.'),
    errors: z.int().describe('How often it failed since the process started.'),
    lastError: z.string().nullable().describe('With what at last.'),
  })
  .meta({
    id: 'NodeHealth',
    description: 'A node, as the process that answers has observed it.',
    examples: [sampleNode],
  });

const sampleNetwork = {
  network: SAMPLE.network,
  hasNodes: true,
  cursor: 21_000_000,
  head: 21_000_002,
  lagBlocks: 2,
  cursorAgeSeconds: 1,
  halted: null,
  agreement: 2,
  answering: 2,
  nodes: [sampleNode],
};

const Network = z
  .object({
    network: z.string(),
    hasNodes: z.boolean().describe('Whether the process that answers has nodes of it.'),
    cursor: z.int().nullable().describe('The newest scanned block; null where none was.'),
    head: z.int().nullable().describe('The newest block that is known.'),
    lagBlocks: z.int().nullable().describe('How many of them are not scanned yet.'),
    cursorAgeSeconds: z.int().nullable().describe('How long ago a block was last scanned.'),
    halted: z
      .object({ at: z.iso.datetime(), reason: z.string() })
      .meta({
        id: 'HealthHalt',
        description: 'Why a network stands still, and since when.',
        examples: [{ at: SAMPLE.paidAt, reason: 'a final block changed' }],
      })
      .nullable()
      .describe('Why it stands still until somebody lets it continue; null while it does not.'),
    agreement: z
      .int()
      .nullable()
      .describe('How many nodes must agree; null where the word of one is enough.'),
    answering: z.int().describe('How many answer; those of one domain count once.'),
    nodes: z.array(Node).describe('In the order of the setting.'),
  })
  .meta({
    id: 'NetworkHealth',
    description: 'A network that is scanned, or whose nodes are known.',
    examples: [sampleNetwork],
  });

const sampleProvider = {
  kind: 'screening',
  name: 'hypernative',
  answeredAt: SAMPLE.paidAt,
  latencyMs: 182.2,
  errors: 0,
  lastError: null,
} as const;

const Provider = z
  .object({
    kind: z
      .enum(['routes', 'screening', 'identity', 'off_ramp'])
      .describe('What it is asked for: `off_ramp` for payouts to banks.'),
    name: z.string(),
    answeredAt: z.iso
      .datetime()
      .nullable()
      .describe('When it last answered, of those that judge wallets to any process.'),
    latencyMs: z.number().nullable().describe('How long that took.'),
    errors: z.int().describe('How often it failed since the process started.'),
    lastError: z.string().nullable().describe('With what at last.'),
  })
  .meta({
    id: 'ProviderHealth',
    description: 'A service of others, as the process that answers has observed it.',
    examples: [sampleProvider],
  });

const Health = z
  .object({
    state: z
      .enum(['well', 'degraded', 'failing'])
      .describe('`degraded` where all alarms are warnings, `failing` where one is an error.'),
    at: z.iso.datetime(),
    release: z.string(),
    alarms: z.array(Alarm).describe('What needs a person, the worst first.'),
    database: Database.describe('How the database is.'),
    disks: z
      .array(Disk)
      .describe(
        'The disks where the installation keeps its data, as far as the process that answers reaches them; empty in production without `DATABASE_FOLDER`.',
      ),
    queues: z.array(Queue).describe('What waits to be done.'),
    networks: z.array(Network).describe('How far each network was scanned, and its nodes.'),
    providers: z.array(Provider).describe('The services of others that are configured.'),
  })
  .meta({
    id: 'Health',
    description: 'How the installation stands.',
    examples: [
      {
        state: 'degraded',
        at: SAMPLE.paidAt,
        release: '0.1.0',
        alarms: [sampleAlarm],
        database: sampleDatabase,
        disks: [sampleDisk],
        queues: [sampleQueue],
        networks: [sampleNetwork],
        providers: [sampleProvider],
      },
    ],
  });

/** `GET /v1/admin/health`: how the installation stands. */
export const viewHealthEndpoint = endpoint({
  operationId: 'viewHealth',
  host: 'auth',
  method: 'get',
  path: '/v1/admin/health',
  tag: 'Administration',
  summary:
    'Shows how the installation stands: alarms, database, disks, queues, nodes and providers.',
  description:
    'What `florin status` prints, by the process that answers: nodes and providers are as it has observed them.',
  accepts: ['administrator'],
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: Health },
  refusals: [],
  run: (ctx: Context) => viewHealth(ctx),
});
