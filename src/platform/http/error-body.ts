import { z } from 'zod';

/** One wrong field of a request, as an error body lists it. */
const FieldError = z
  .object({
    field: z
      .string()
      .describe('Where, as a path such as `requests[0].amount`; empty for the whole.'),
    message: z.string().describe('What to change about it.'),
  })
  .meta({
    id: 'FieldError',
    description: 'One wrong field of a request.',
    examples: [
      { field: 'requests[0].amount', message: 'requests[0].amount must be greater than 0' },
    ],
  });

/** The body of every answer of 400 and above, on every host. */
export const ErrorBody = z
  .looseObject({
    statusCode: z.int().describe('The HTTP status, once more.'),
    message: z
      .union([z.string(), z.array(z.unknown())])
      .describe('What went wrong, for people; on a few documented answers a list of issues.'),
    error: z.string().describe('The status in words.'),
    code: z.string().describe('A stable word for programs.'),
    errors: z.array(FieldError).optional().describe('What is wrong, field by field.'),
    docUrl: z.string().describe('Where the operation and its refusals are described.'),
    correlationId: z.string().describe('Quote it when asking about this answer.'),
  })
  .meta({
    id: 'Error',
    description: 'What every refusal and failure answers; some answers add members of their own.',
    examples: [
      {
        statusCode: 400,
        message: 'requests[0].amount must be greater than 0',
        error: 'Bad Request',
        code: 'invalid_amount',
        errors: [
          { field: 'requests[0].amount', message: 'requests[0].amount must be greater than 0' },
        ],
        docUrl: 'https://api.example/docs',
        correlationId: '01JZ8Y6Q4W3V5N2M1K0H9G8F7E',
      },
    ],
  });

/** What {@link ErrorBody} describes, as a type. */
export type ErrorBody = z.output<typeof ErrorBody>;
