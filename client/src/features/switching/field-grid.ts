export const fieldGridClasses = 'grid grid-fit-[14rem] items-end gap-x-5 gap-y-4';
