import { z } from 'zod';
import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { resumeNetwork } from '../resume-network.ts';

/** Longer than the name of any network. */
const NETWORK_CHARS_MAX = 50;

const Resumed = z.object({ success: z.literal(true) }).meta({
  id: 'ResumeNetworkResponse',
  description: 'Its watchers notice within seconds.',
  examples: [{ success: true }],
});

const networkNotHalted = () =>
  new Refusal('network_not_halted', 409, 'This network is not halted, or is not scanned');

/** `POST /v1/admin/networks/{network}/resume`: lets a halted network continue. */
export const resumeNetworkEndpoint = endpoint({
  operationId: 'resumeNetwork',
  host: 'auth',
  method: 'post',
  path: '/v1/admin/networks/{network}/resume',
  tag: 'Administration',
  summary: 'Lets a halted network continue, after somebody has inspected it.',
  description:
    'Nothing is taken back. Where its chain still is not the one that was scanned, it halts again; `florin resume --accept-reorg-from` takes back what the chain replaced.',
  accepts: ['administrator'],
  params: z.object({ network: z.string().max(NETWORK_CHARS_MAX) }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: Resumed },
  refusals: [
    {
      status: 409,
      when: 'The network is not halted, or is not scanned.',
      examples: [networkNotHalted()],
    },
  ],
  run: async (ctx: Context, { params }) => {
    if (!(await resumeNetwork(ctx, params.network))) throw networkNotHalted();
    return { success: true as const };
  },
});
