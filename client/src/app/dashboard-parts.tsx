import { loadedPart } from './loaded-part.tsx';

const Objectives = loadedPart(async () => ({
  default: (await import('#features/objectives/own-objectives.tsx')).Objectives,
}));
const Archive = loadedPart(async () => ({
  default: (await import('#features/calculations/archive.tsx')).Archive,
}));
const LastTraining = loadedPart(async () => ({
  default: (await import('#features/training/last-result-card.tsx')).LastResultCard,
}));

export const dashboardCards = <LastTraining />;

export const dashboardSections = (
  <>
    <Objectives />
    <Archive />
  </>
);
