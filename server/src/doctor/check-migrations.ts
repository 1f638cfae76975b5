import { compareMigrations } from '#platform/database/migrations.ts';
import { StartError } from '#platform/process/start-error.ts';
import { failed, type Finding, ok, warning } from './finding.ts';
import type { Machine } from './machine.ts';
import type { ProductDatabase } from './product-database.ts';

export async function checkMigrations({ directUrl }: ProductDatabase, machine: Machine): Promise<Finding[]> {
  try {
    const { pending, unknown } = await compareMigrations(directUrl, machine.migrationsFolder);
    const findings: Finding[] = [];
    if (pending.length > 0) {
      findings.push(ok(`${pending.length} to come: the next start applies ${listed(pending)}`));
    }
    if (unknown.length > 0) {
      findings.push(
        warning(
          `a newer version has applied ${listed(unknown)}. Run that version; this one is meant for the minutes of an upgrade.`,
        ),
      );
    }
    return findings.length > 0 ? findings : [ok('all applied')];
  } catch (error) {
    if (error instanceof StartError) return [failed(error.message)];
    throw error;
  }
}

function listed(names: string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
