// The custom element, as any page loads it.
import "schedscope/embed";
