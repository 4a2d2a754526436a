import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { plainText } from '../../../ui/plain-text.ts';
import { config } from '../../config.ts';
import { payoutMessages } from '../../messages/en-payouts.ts';
import { sessionQuery } from '../../session/session.ts';
import { NeedsRole } from '../../ui/allowed.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page, Properties } from '../../ui/page.tsx';
import { type Columns, FIELDS, type Field, findColumns, type Mapping } from './columns.ts';
import { decodeFile } from './decode-file.ts';
import { templateFile } from './files.ts';
import { readCsv } from './read-csv.ts';
import { Review } from './review.tsx';
import { rowsOf } from './rows.ts';
import { saveFile } from './save-file.ts';

const messages = payoutMessages.import;

/** As many as one import takes. */
const ROWS_MAX = 1_000;
const FILE_BYTES_MAX = 5 * 1024 * 1024;

/** A file that was read. */
interface ReadFile {
  readonly name: string;
  readonly columns: Columns;
  readonly faults: readonly string[];
}

/** Reads a file of payouts, has the API check it, and creates what can be created. */
export function ImportFile(): ReactElement {
  const [file, setFile] = useState<ReadFile>();
  const [problem, setProblem] = useState<string>();
  const choose = async (chosen: File) => {
    setProblem(undefined);
    setFile(undefined);
    if (chosen.size > FILE_BYTES_MAX) return setProblem(messages.tooLarge);
    const read = readCsv(decodeFile(new Uint8Array(await chosen.arrayBuffer())));
    const columns = findColumns(read.records);
    const count = columns.records.length;
    if (count === 0) return setProblem(messages.empty);
    if (count > ROWS_MAX) return setProblem(messages.tooMany(count));
    const faults = read.faults.map(({ line, message }) => messages.fault(line, message));
    setFile({ name: chosen.name, columns, faults });
  };
  return (
    <Page title={messages.title} lead={messages.lead}>
      <NeedsRole to="createPayoutImport">
        <Card
          title={messages.steps}
          actions={
            <Button onClick={() => saveFile(templateFile(), messages.templateName)}>
              {messages.template}
            </Button>
          }
        >
          <FileField
            onFile={(chosen) => void choose(chosen).catch(() => setProblem(messages.reading))}
          />
          {problem !== undefined && (
            <div className="mt-3">
              <Notice kind="stop" live>
                {problem}
              </Notice>
            </div>
          )}
          {file === undefined && <Explanation />}
        </Card>
        {file !== undefined && <Mapped key={file.name} file={file} />}
      </NeedsRole>
    </Page>
  );
}

function FileField({ onFile }: { readonly onFile: (file: File) => void }): ReactElement {
  return (
    <div className="grid gap-1">
      <label htmlFor="payout-file" className="font-medium">
        {messages.file}
      </label>
      <input
        id="payout-file"
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        aria-describedby="payout-file-hint"
        className="w-full rounded-lg border border-dashed border-field-line bg-soft p-4 file:mr-4 file:min-h-10 file:rounded-lg file:border file:border-field-line file:bg-card file:px-4 file:font-semibold file:text-text"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen !== undefined) onFile(chosen);
          // The same file, corrected, can be chosen again.
          event.target.value = '';
        }}
      />
      <p id="payout-file-hint" className="text-sm text-muted">
        {messages.fileHint}
      </p>
    </div>
  );
}

function Explanation(): ReactElement {
  return (
    <div className="mt-6">
      <h3 className="mb-2 font-semibold">{messages.columnsTitle}</h3>
      <Properties
        rows={FIELDS.map((field) => {
          const [name, text] = messages.columns[field];
          return [name, text] as const;
        })}
      />
    </div>
  );
}

/** A file with what its columns say, which a person may correct, and the check of its rows. */
function Mapped({ file }: { readonly file: ReadFile }): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  const { columns, faults, name } = file;
  const [mapping, setMapping] = useState<Mapping>(columns.mapping);
  const [creator, setCreator] = useState<string>();
  const wallet = creator ?? session?.walletAddress ?? '';
  const rows = rowsOf(columns.records, mapping, config.networks);
  return (
    <>
      <Card title={messages.mapping}>
        <p className="mb-3 text-muted">{messages.mappingHint}</p>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {FIELDS.map((field) => (
            <ColumnField
              key={field}
              field={field}
              columns={columns}
              mapping={mapping}
              onMapping={setMapping}
            />
          ))}
        </div>
        <div className="mt-4 max-w-xl">
          <TextField
            label={messages.creator}
            hint={payoutMessages.form.creatorHint}
            value={wallet}
            onText={setCreator}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        {faults.length > 0 && (
          <div className="mt-3">
            <Notice kind="warn">
              {faults.slice(0, 5).map((fault) => (
                <p key={fault}>{fault}</p>
              ))}
            </Notice>
          </div>
        )}
      </Card>
      <Review fileName={name} creatorWalletAddress={wallet.trim()} rows={rows} />
    </>
  );
}

/** An example fits below its field. */
const EXAMPLE_CHARS_MAX = 24;

function shortened(example: string | undefined): string | undefined {
  const text = plainText(example ?? '').trim();
  if (text === '') return undefined;
  return text.length > EXAMPLE_CHARS_MAX ? `${text.slice(0, EXAMPLE_CHARS_MAX)}…` : text;
}

interface ColumnFieldProps {
  readonly field: Field;
  readonly columns: Columns;
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
}

function ColumnField({ field, columns, mapping, onMapping }: ColumnFieldProps): ReactElement {
  const [label] = messages.columns[field];
  const example = mapping[field] === null ? '' : columns.records[0]?.cells[mapping[field]];
  return (
    <SelectField
      label={label}
      hint={shortened(example)}
      value={String(mapping[field] ?? '')}
      options={[
        ['', messages.notInFile],
        ...columns.names.map(
          (name, place) =>
            [
              String(place),
              columns.hasHeader && name !== '' ? name : messages.column(String(place + 1)),
            ] as const,
        ),
      ]}
      onText={(place) => onMapping({ ...mapping, [field]: place === '' ? null : Number(place) })}
    />
  );
}
