import { loadedPart } from './loaded-part.tsx';

const Objectives = loadedPart(() => import('#features/objectives/objectives.tsx'));
const Archive = loadedPart(() => import('#features/calculations/archive.tsx'));

/** What features show on the user's dashboard: beside each other, then below each other. */
export const dashboardCards = null;

export const dashboardSections = (
  <>
    <Objectives />
    <Archive />
  </>
);
