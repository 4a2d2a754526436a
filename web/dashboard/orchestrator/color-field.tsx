import type { ReactElement } from 'react';
import { readColor, writeColor } from '../../ui/colors.ts';
import { orchestratorMessages } from '../messages/en-orchestrator.ts';
import { TextField } from '../ui/field.tsx';

const messages = orchestratorMessages.branding;

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}

/** A colour, written or picked. */
export function ColorField({ label, value, onText }: Props): ReactElement {
  const color = readColor(value.trim());
  const isWrong = value.trim() !== '' && color === undefined;
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-2">
      <TextField
        label={label}
        problem={isWrong ? messages.colorProblem : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        placeholder="#rrggbb"
        value={value}
        onText={onText}
      />
      <input
        type="color"
        aria-label={messages.pick(label)}
        value={color === undefined ? '#ffffff' : writeColor(color)}
        onChange={(event) => onText(event.target.value)}
        className="mt-7 h-11 w-14 rounded-lg border border-field-line bg-card p-1"
      />
    </div>
  );
}
