import type { z } from 'zod';

/** What the provider's documentation calls its errors. */
export const ERROR_CODES = {
  noQuote: 1002,
  notFound: 1003,
  server: 1006,
  validation: 1011,
} as const;

/** An answer that is no success, in the provider's shape. */
export class ProviderError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: { readonly code: number; readonly message: string }) {
    super(body.message);
    this.name = 'ProviderError';
    this.status = status;
    this.body = body;
  }
}

/** A request that cannot be understood. */
export function invalid(message: string): ProviderError {
  return new ProviderError(400, { message, code: ERROR_CODES.validation });
}

/** A request whose shape is wrong, by the first thing that is. */
export function malformed({ issues: [issue] }: z.ZodError): ProviderError {
  return invalid(`${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`.trim());
}

/** No route, with the one tool's reason. */
export function noQuote(code: string, message: string): ProviderError {
  const failure = { errorType: 'NO_QUOTE', code, tool: 'across', message, action: {} };
  const errors = {
    filteredOut: [],
    failed: [{ overallPath: 'across', subpaths: { across: [failure] } }],
  };
  const summary = { message: 'No available quotes for the requested transfer', errors };
  return new ProviderError(404, { ...summary, code: ERROR_CODES.noQuote });
}
