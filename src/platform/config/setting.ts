import { z } from 'zod';

/** What the documentation says about a setting. */
export interface SettingDescription {
  /** One sentence: what it controls. */
  readonly meaning: string;
  /** What a number counts, or what form a text has. */
  readonly unit: string;
  readonly example: string;
  /** The default when it is not set, as text. */
  readonly otherwise: string;
  /** Whether its value is never printed. */
  readonly secret?: boolean;
}

/** The words of each setting's schema; the tables and files about settings are printed from it. */
export const settingDescriptions = z.registry<SettingDescription>();

/** A setting that may be missing, with its words. */
export function setting<Schema extends z.ZodType>(
  schema: Schema,
  description: SettingDescription,
): z.ZodOptional<Schema> {
  const optional = schema.optional();
  settingDescriptions.add(optional, description);
  return optional;
}
