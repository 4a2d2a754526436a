import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

/** A page of text; what is longer belongs into a document. */
const TEXT_MAX = 2_000;

const sampleNote = {
  id: '01KC9V7N3E5GQ0X8R2JT6WZ4MB',
  text: 'The customer called: the second half follows on Friday',
  author: { kind: 'session', personId: '01KC9V5D1P7YF3HK8S0A2B6CNX' },
  createdAt: SAMPLE.createdAt,
};

const NoteAuthor = z
  .object({
    kind: z.string().describe('The credential that wrote it: `session` or `api_key`.'),
    personId: z.string().nullable().describe('Who it was; null for an API key.'),
  })
  .meta({ id: 'NoteAuthor', description: 'Who wrote a note.', examples: [sampleNote.author] });

/** A note as it is answered. */
export const RequestNoteShape = z
  .object({
    id: z.string().describe('A ULID.'),
    text: z.string(),
    author: NoteAuthor,
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'RequestNote',
    description: 'What the team of an account wrote down about a request.',
    examples: [sampleNote],
  });

/** The body of their list: as many as a request may have, so that there are no pages. */
export const RequestNotes = z.object({ notes: z.array(RequestNoteShape) }).meta({
  id: 'RequestNotes',
  description: 'The notes about a request, oldest first.',
  examples: [{ notes: [sampleNote] }],
});

/** What a note is written with. */
export const AddRequestNoteRequest = z
  .strictObject({
    text: z
      .string()
      .trim()
      .min(1, 'text must not be empty')
      .max(TEXT_MAX, `text must have at most ${TEXT_MAX} characters`)
      .regex(/^[^\0]*$/, 'text must not contain the character NUL'),
  })
  .meta({
    id: 'AddRequestNoteRequest',
    description: 'A note for the team.',
    examples: [{ text: sampleNote.text }],
  });
