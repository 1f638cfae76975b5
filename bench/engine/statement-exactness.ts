/**
 * Compares the checks of random statements, with planted mistakes of their lenders, with the exact reference, field by
 * field.
 *
 *     npx tsx bench/engine/statement-exactness.ts [statements] [seed]
 *
 * Ends with code 1 if anything differs.
 */
import { StatementBody } from 'contract/statements/statement-fields.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import { finish } from 'engine/slices.ts';
import { exactStatement } from 'engine/test/exact-statement.ts';
import { sampleStatements } from 'engine/test/sample-statements.ts';
import { type Cell, compareCells } from './compare-cells.ts';

compareCells({
  noun: 'statements',
  count: 5_000,
  sample: sampleStatements,
  expected: (statement) => cellsOf(exactStatement(statement)),
  actual: (statement) => cellsOf(finish(statementResult(StatementBody.parse(statement)))),
});

/** Every field with its path, so that a missing field is a difference. */
function cellsOf(value: unknown, path = ''): Cell[] {
  if (typeof value === 'object' && value !== null) {
    const cells = Object.entries(value).flatMap(([name, each]) => cellsOf(each, `${path}.${name}`));
    return Array.isArray(value) ? [`${path}: ${value.length}`, ...cells] : cells;
  }
  return [`${path}: ${String(value)}`];
}
