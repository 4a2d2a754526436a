import type { Context } from '#context.ts';
import { insertApiRequests, type NewApiRequest } from './store.ts';

/** How soon a call stands in the log, unless a batch is full before. */
const WRITE_EVERY_MS = 1_000;

/** One statement's worth, of some tens of milliseconds. */
const BATCH_MAX = 1_000;

/** What a process holds while the database takes no rows: some megabytes. What comes then is dropped and counted. */
const QUEUE_MAX = 10_000;

/** A call as a host hands it over after its answer. */
interface ApiRequestInput {
  readonly credential: {
    readonly accountId: string;
    readonly kind: 'api_key' | 'client_id' | 'orchestrator_key' | 'orchestrator_pair';
    readonly id: string;
  };
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly durationMs: number;
  readonly correlationId: string;
}

/** Notes calls of one process. */
interface ApiRequestRecorder {
  /** Notes a call in memory; it is written within a second. */
  record(call: ApiRequestInput): void;
  /** Writes what is left; nothing is noted afterwards. Fails where the database takes no rows. */
  close(): Promise<void>;
}

/**
 * Notes calls in memory and writes them many at a time, in one statement and so in one transaction. A batch that the database does not take stays
 * for the next attempt; any number of processes may write.
 */
export function openApiRequestRecorder(ctx: Context): ApiRequestRecorder {
  const queue: NewApiRequest[] = [];
  let writing: Promise<void> | undefined;
  let isClosed = false;

  const writeAll = async () => {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_MAX);
      await insertApiRequests(ctx, batch);
      queue.splice(0, batch.length);
    }
  };
  /** One write at a time, which takes everything that is there. */
  const write = () => {
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const tryWriting = () => {
    if (queue.length === 0) return;
    write().catch((error: unknown) => {
      ctx.log.warn({ err: error, waiting: queue.length }, 'calls could not be noted; trying again');
    });
  };
  const timer = setInterval(tryWriting, WRITE_EVERY_MS);
  timer.unref();

  return {
    record: (call) => {
      if (isClosed) return;
      if (queue.length >= QUEUE_MAX) {
        ctx.meter.count('api_requests_dropped_total', {});
        return;
      }
      queue.push(rowOf(ctx, call));
      if (queue.length === BATCH_MAX) tryWriting();
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await writing?.catch(() => undefined);
      await write();
    },
  };
}

function rowOf(ctx: Context, { credential, errorCode, ...call }: ApiRequestInput): NewApiRequest {
  return {
    id: ctx.newOrderedId(),
    account_id: credential.accountId,
    credential_kind: credential.kind,
    credential_id: credential.id,
    method: call.method,
    path: call.path,
    status: call.status,
    error_code: errorCode ?? null,
    duration_ms: call.durationMs,
    correlation_id: call.correlationId,
    created_at: ctx.now(),
  };
}
