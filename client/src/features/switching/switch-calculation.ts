/** The calculation on the device, loaded after the first paint. */
import { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import type { SwitchResult } from 'contract/scenarios/switching.ts';
import { switchResult } from 'engine/calculators/switch.ts';
import { runSlices } from '#parts/calculator/run-slices.ts';
import { type SwitchInputs, switchRequest } from './switch-inputs.ts';

export const calculateSwitch = (inputs: SwitchInputs, signal: AbortSignal): Promise<SwitchResult> =>
  runSlices(switchResult(SwitchBody.parse(switchRequest(inputs))), signal);
