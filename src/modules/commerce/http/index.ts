import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { authorizeCommercePaymentEndpoint } from './authorize-commerce-payment.ts';
import { captureCommercePaymentEndpoint } from './capture-commerce-payment.ts';
import { createCommercePaymentEndpoint } from './create-commerce-payment.ts';
import { prepareCommerceCaptureEndpoint } from './prepare-commerce-capture.ts';
import { prepareCommerceVoidEndpoint } from './prepare-commerce-void.ts';
import { viewCommercePaymentEndpoint } from './view-commerce-payment.ts';
import { voidCommercePaymentEndpoint } from './void-commerce-payment.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  createCommercePaymentEndpoint,
  authorizeCommercePaymentEndpoint,
  prepareCommerceCaptureEndpoint,
  captureCommercePaymentEndpoint,
  prepareCommerceVoidEndpoint,
  voidCommercePaymentEndpoint,
  viewCommercePaymentEndpoint,
];
