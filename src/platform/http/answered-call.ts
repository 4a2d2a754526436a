import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#kit/actor.ts';
import type { FoundClientId } from './credentials.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client ID that came with the call, as soon as it is known; undefined for that of the pay page. */
    knownClientId: Pick<FoundClientId, 'accountId' | 'clientId'> | undefined;
    /** The code of the error that it is answered with. */
    errorCode: string | undefined;
  }
  interface FastifyContextConfig {
    /** As it is documented: `/v2/things/{id}`. */
    path?: string;
  }
}

/** The credential of a program. */
interface CallCredential {
  readonly accountId: string;
  readonly kind: 'api_key' | 'client_id' | 'orchestrator_key' | 'orchestrator_pair';
  /** The row of a key, or the public text of a client ID. */
  readonly id: string;
}

/** A call that a program made and what was answered, without anything that it sent. */
export interface AnsweredCall {
  readonly credential: CallCredential;
  readonly method: string;
  /** As it is documented, so without what its parameters were. */
  readonly path: string;
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly durationMs: number;
  readonly correlationId: string;
}

/**
 * The call of a request that was answered; undefined for calls of people, of the pay page, of nobody that is known, and of callers who
 * make too many, so that a flood of calls is no flood of rows.
 */
export function answeredCallOf(
  request: FastifyRequest,
  reply: FastifyReply,
): AnsweredCall | undefined {
  const { path } = request.routeOptions.config;
  const { actor, knownClientId, errorCode } = request;
  const credential = credentialOf(actor, knownClientId);
  const isFlood = actor.kind === 'none' && reply.statusCode === 429;
  if (path === undefined || credential === undefined || isFlood) return undefined;
  return {
    credential,
    method: request.method,
    path,
    status: reply.statusCode,
    errorCode,
    durationMs: Math.round(reply.elapsedTime),
    correlationId: request.id,
  };
}

function credentialOf(
  actor: Actor,
  clientId: FastifyRequest['knownClientId'],
): CallCredential | undefined {
  switch (actor.kind) {
    case 'api_key':
      return { kind: 'api_key', accountId: actor.accountId, id: actor.apiKeyId };
    case 'orchestrator_key':
      return { kind: actor.kind, accountId: actor.accountId, id: actor.orchestratorKeyId };
    case 'orchestrator_pair':
      return { kind: actor.kind, accountId: actor.accountId, id: actor.clientId };
    case 'client_id':
    case 'none':
      return (
        clientId && { kind: 'client_id', accountId: clientId.accountId, id: clientId.clientId }
      );
    case 'session':
    case 'operator':
    case 'system':
      return undefined;
  }
}
