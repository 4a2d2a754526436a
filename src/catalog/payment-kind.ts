/**
 * How a payment is made: in a token, in the network's own coin, or in a token for an invoice in
 * another currency, at the rate of the moment in which the chain carries it out.
 */
export type PaymentKind = 'token' | 'native' | 'conversion';
