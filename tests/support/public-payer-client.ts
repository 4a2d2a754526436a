import { z } from 'zod';

/**
 * The payer calls of the public community TypeScript client, version 0.6.2. It cannot be installed from a registry, so each call is
 * written again from its published source: the same method, path, headers and body, and an answer is taken or refused by the same rules.
 */
export interface PublicPayerClient {
  createComplianceData(body: object): Promise<z.output<typeof Compliance>>;
  getComplianceStatus(clientUserId: string): Promise<z.output<typeof Status>>;
  updateComplianceStatus(clientUserId: string, body: object): Promise<z.output<typeof Updated>>;
  createPaymentDetails(clientUserId: string, body: object): Promise<z.output<typeof CreatedDetail>>;
  getPaymentDetails(clientUserId: string): Promise<z.output<typeof Details>>;
}

const Progress = z.enum(['not_started', 'completed']);
const Compliance = z.looseObject({
  agreementUrl: z.string().optional(),
  kycUrl: z.string().optional(),
  status: z.looseObject({ agreementStatus: Progress, kycStatus: Progress }),
  userId: z.string().optional(),
});
const Status = z.looseObject({
  kycStatus: z.string().optional(),
  agreementStatus: z.string().optional(),
  isCompliant: z.boolean().optional(),
  userId: z.string().optional(),
});
const Updated = z.looseObject({ success: z.boolean().optional() });
const CreatedDetail = z.looseObject({
  payment_detail: z
    .looseObject({
      id: z.string().optional(),
      clientUserId: z.string().optional(),
      bankName: z.string().optional(),
      accountName: z.string().optional(),
      currency: z.string().optional(),
      beneficiaryType: z.enum(['individual', 'business']).optional(),
    })
    .optional(),
});
const Detail = z.record(z.string(), z.unknown()).and(
  z.object({
    id: z.string().optional(),
    userId: z.string().optional(),
    bankName: z.string().optional(),
    accountName: z.string().optional(),
    beneficiaryType: z.string().optional(),
    accountNumber: z.string().optional(),
    routingNumber: z.string().optional(),
    currency: z.string().optional(),
    status: z.string().optional(),
    rails: z.string().optional(),
  }),
);
const Details = z.looseObject({ paymentDetails: z.array(Detail).optional() });

/** What it takes for an error: anything else makes it fail in its own code. */
const Problem = z.looseObject({
  statusCode: z.number().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
  errors: z.array(z.looseObject({ message: z.string(), field: z.string().optional() })).optional(),
});

/** What it throws where the answer is no success. */
class PublicClientError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, { code, message }: z.output<typeof Problem>) {
    super(message ?? `HTTP ${status}`);
    this.status = status;
    this.code = code ?? `HTTP_${status}`;
  }
}

interface ClientOptions {
  baseUrl(): string;
  readonly apiKey: string;
}

/** Opens it as its users do: with a base URL and an API key. */
export function openPublicPayerClient({ baseUrl, apiKey }: ClientOptions): PublicPayerClient {
  const call = async <Answer>(
    [method, path, body]: readonly [method: string, path: string, body?: object],
    schema: z.ZodType<Answer>,
  ): Promise<Answer> => {
    const answer = await fetch(`${baseUrl()}${path}`, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const data: unknown = await answer.json();
    if (!answer.ok) throw new PublicClientError(answer.status, Problem.parse(data));
    return schema.parse(data);
  };
  const pathOf = (clientUserId: string) => `/v2/payer/${encodeURIComponent(clientUserId)}`;
  return {
    createComplianceData: (body) => call(['POST', '/v2/payer', body], Compliance),
    getComplianceStatus: (id) => call(['GET', pathOf(id)], Status),
    updateComplianceStatus: (id, body) => call(['PATCH', pathOf(id), body], Updated),
    createPaymentDetails: (id, body) =>
      call(['POST', `${pathOf(id)}/payment-details`, body], CreatedDetail),
    getPaymentDetails: (id) => call(['GET', `${pathOf(id)}/payment-details`], Details),
  };
}
