import type { Context } from '#context.ts';
import { endpoints as checkout } from '#modules/checkout/http/index.ts';
import { endpoints as securePayments } from '#modules/secure-payments/http/index.ts';
import { endpoints as webhooks } from '#modules/webhooks/http/index.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';

/** Every endpoint of every room, for both hosts. */
export const ENDPOINTS: readonly Endpoint<Context>[] = [
  ...securePayments,
  ...checkout,
  ...webhooks,
];
