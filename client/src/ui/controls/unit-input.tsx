import type { ReactNode } from 'react';
import './unit-input.css';

interface UnitInputProps {
  control: ReactNode;
  /** A text such as `AUD`, or a select with the units. */
  unit: ReactNode;
}

/** A control with its unit at its right; below it where there is no room. */
export const UnitInput = ({ control, unit }: UnitInputProps) => (
  <span className="unit-input">
    {control}
    {unit}
  </span>
);
