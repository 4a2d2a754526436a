import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { orchestratorNotFound, viewOrchestrator } from '../view-orchestrator.ts';
import { OrchestratorView } from './orchestrator-shapes.ts';

/** `GET /v2/orchestrators`: the partner that the caller's account is. */
export const viewOrchestratorEndpoint = endpoint({
  operationId: 'viewOrchestrator',
  host: 'api',
  method: 'get',
  path: '/v2/orchestrators',
  tag: 'Orchestrators',
  summary: 'Shows the orchestrator that your account is, with its keys.',
  accepts: ['session', 'orchestrator_key'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: OrchestratorView },
  refusals: [
    { status: 404, when: 'The account is no orchestrator.', examples: [orchestratorNotFound()] },
  ],
  run: (ctx: Context) => viewOrchestrator(ctx),
});
