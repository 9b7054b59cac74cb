"""What a page may ask of the studio, by subject: each public function is a request of the door."""
