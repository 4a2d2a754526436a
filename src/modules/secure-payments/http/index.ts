import { createSecurePaymentEndpoint } from './create-secure-payment.ts';
import { findSecurePaymentEndpoint } from './find-secure-payment.ts';

/** The endpoints of this room, for the processes that serve them. */
export const endpoints = [createSecurePaymentEndpoint, findSecurePaymentEndpoint];
