// The custom element, once the package has it:
// import "schedscope/embed";
export {};
